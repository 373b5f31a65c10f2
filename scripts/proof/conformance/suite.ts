// Runs single scenarios of the official conformance suite, each in a process of its own, and reads what it has found.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export type Check = { id: string; status: string };

const suite = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);
const shim = new URL('fs-with-glob.mjs', import.meta.url).href;

/** What the suite says of itself. */
export async function listScenarios(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', shim, suite, 'list']);
  return stdout;
}

/** Every check of one scenario; the process's own verdict says less. `heard` gets each piece that it prints. */
export async function runScenario(args: readonly string[], heard?: (text: string) => void): Promise<Check[]> {
  const folder = await mkdtemp(join(tmpdir(), 'research-conformance-'));
  try {
    const child = execFile(process.execPath, ['--import', shim, suite, ...args, '-o', folder], { cwd: folder });
    let told = '';
    const hear = (text: string): void => {
      told += text;
      heard?.(text);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    await once(child, 'close');
    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('checks.json'));
    if (files.length === 0) throw new Error(`the suite wrote nothing for ${args.join(' ')}:\n${told}`);
    const checks = await Promise.all(
      files.map(async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as Check[]),
    );
    return checks.flat();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The suite cannot send a token: this stands in front of the service, adds one to each request, and changes nothing else. */
export async function withToken(baseUrl: string, token: string): Promise<{ url: string; close: () => void }> {
  const { host, hostname, port } = new URL(baseUrl);
  const server = createServer({ keepAliveTimeout: 600_000 }, (incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    // What the suite says of the host is part of a scenario; the address of this stand-in is not.
    if (headers.host === `127.0.0.1:${(server.address() as AddressInfo).port}`) headers.host = host;
    const { method, url: path } = incoming;
    const onward = forward({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    outgoing.on('close', () => onward.destroy());
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, close: () => server.close() };
}
