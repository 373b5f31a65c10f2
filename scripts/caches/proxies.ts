// The proxies of Debian in front of one service: nginx with its cache, and varnish behind hitch; each ends TLS and speaks HTTP/2.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { end, hasEnded, withUs } from '../stage/children.ts';
import { freePort } from '../stage/listening.ts';
import type { Certificate } from './tls.ts';

export type Proxy = {
  name: string;
  /** Of the host, without the path of the service. */
  origin: string;
  stop(): Promise<void>;
};

export type ProxyOptions = { folder: string; certificate: Certificate; servicePort: number; port: number };

const guide = new URL('../../server/docs/operate.md', import.meta.url);

/** The configurations that the guide shows, with the port of this service. */
async function documented(servicePort: number): Promise<string> {
  const text = await readFile(guide, 'utf8');
  const blocks = Array.from(text.matchAll(/```nginx\n([\s\S]*?)```/g), ([, block = '']) => block);
  if (blocks.length !== 2) throw new Error(`the guide shows ${blocks.length} configurations of nginx instead of two`);
  return blocks.join('').replaceAll('127.0.0.1:8080', `127.0.0.1:${servicePort}`);
}

export async function startNginx({ folder, certificate, servicePort, port }: ProxyOptions): Promise<Proxy> {
  const at = join(folder, 'nginx');
  await mkdir(at, { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${at}/${one};`);
  const config = `daemon off;
user root;
worker_processes 1;
pid ${at}/pid;
error_log ${at}/error.log warn;
events {}
http {
  access_log off;
  ${temporary.join('\n  ')}
  proxy_cache_path ${at}/cache keys_zone=research:1m;
  server {
    listen 127.0.0.1:${port} ssl http2;
    ssl_certificate ${certificate.certificate};
    ssl_certificate_key ${certificate.key};
    add_header X-Cache $upstream_cache_status always;
${await documented(servicePort)}
  }
}
`;
  await writeFile(join(at, 'nginx.conf'), config);
  return started('nginx', port, [run('nginx', ['-p', at, '-c', join(at, 'nginx.conf'), '-e', `${at}/error.log`])]);
}

export async function startVarnish({ folder, certificate, servicePort, port }: ProxyOptions): Promise<Proxy> {
  const at = join(folder, 'varnish');
  await mkdir(at, { recursive: true });
  const own = await freePort();
  // Nothing but where the service is: what is kept follows from the answers.
  await writeFile(
    join(at, 'default.vcl'),
    `vcl 4.1;\nbackend default { .host = "127.0.0.1"; .port = "${servicePort}"; }\n`,
  );
  const hitch = `frontend = "[127.0.0.1]:${port}"
backend = "[127.0.0.1]:${own}"
pem-file = "${certificate.both}"
alpn-protos = "h2, http/1.1"
write-proxy-v2 = on
workers = 1
user = "${userInfo().username}"
`;
  await writeFile(join(at, 'hitch.conf'), hitch);
  const memory = ['-s', 'malloc,64m', '-p', 'feature=+http2'];
  const listens = ['-a', `127.0.0.1:${own},PROXY`, '-j', 'none', '-n', join(at, 'work')];
  const varnish = run('varnishd', ['-F', '-f', join(at, 'default.vcl'), ...listens, ...memory]);
  await answering(own, [varnish]);
  return started('varnish', port, [run('hitch', ['--config', join(at, 'hitch.conf')]), varnish]);
}

async function started(name: string, port: number, children: readonly ChildProcess[]): Promise<Proxy> {
  await answering(port, children);
  return {
    name,
    origin: `https://localhost:${port}`,
    stop: async () => {
      for (const child of children) await end(child, 'SIGTERM');
    },
  };
}

/** The packages of Debian that have the programs. */
export function missingPrograms(): readonly string[] {
  return ['nginx', 'varnishd', 'hitch', 'openssl'].filter((name) => programAt(name) === null);
}

function programAt(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

function run(name: string, args: readonly string[]): ChildProcess {
  const program = programAt(name);
  if (program === null) throw new Error(`${name} is not installed`);
  return withUs(spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] }));
}

const TRIES = 400;
const PAUSE_MS = 50;

async function answering(port: number, children: readonly ChildProcess[]): Promise<void> {
  for (let tries = 0; !(await isOpen(port)); tries += 1) {
    const gone = children.find(hasEnded);
    if (gone !== undefined) throw new Error(`${gone.spawnfile} ended with ${gone.exitCode}`);
    if (tries === TRIES) throw new Error(`nothing listens on ${port}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
