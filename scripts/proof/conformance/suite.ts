// Runner of the official conformance suite: one scenario per process, and its findings.
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

/** The list that the suite prints. */
export async function listScenarios(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', shim, suite, 'list']);
  return stdout;
}

/** All checks of one scenario; the exit code alone says less. `heard` gets each piece of output. */
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

/** Proxy that adds a token to each request, because the suite cannot send one; it changes nothing else. */
export async function withToken(baseUrl: string, token: string): Promise<{ url: string; close: () => void }> {
  const { host, hostname, port } = new URL(baseUrl);
  const server = createServer({ keepAliveTimeout: 600_000 }, (incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    // Host headers of the scenario pass unchanged; the proxy's own address is replaced.
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
