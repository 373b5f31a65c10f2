/** Builds the reference documentation into .build/docs/index.html: one page that loads nothing and reports to nobody. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { contract, servedContract } from '../server/contract/description.ts';

/** Builds under `root`, the folder that holds node_modules; returns the file written. */
export async function buildDocs(root: URL): Promise<string> {
  // Links in the reference are relative: it is served by the service that it describes.
  const description = { ...servedContract(contract(), null), servers: [{ url: '/', description: 'This service.' }] };
  const page = selfContained(await redoc(root, description), hostsOf(description));
  const folder = new URL('.build/docs/', root);
  await mkdir(folder, { recursive: true });
  const file = fileURLToPath(new URL('index.html', folder));
  await writeFile(file, page);
  return file;
}

async function redoc(root: URL, description: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'research-docs-'));
  try {
    const [input, output] = [join(folder, 'openapi.json'), join(folder, 'index.html')];
    await writeFile(input, JSON.stringify(description));
    const cli = fileURLToPath(new URL('node_modules/@redocly/cli/bin/cli.js', root));
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: '1' };
    const options = ['--inlineBundle', '--openapi.disableTelemetry=true', '-o', output];
    await promisify(execFile)(process.execPath, [cli, 'build-docs', input, ...options], { env, cwd: folder });
    return await readFile(output, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Names of XML vocabularies, and hosts that are only compared with; the contract's own examples are added to them. */
const harmless = ['www.w3.org', 'localhost', '127.0.0.1'];

function hostsOf(description: object): ReadonlySet<string> {
  const named = JSON.stringify(description).matchAll(/https?:\/\/([a-zA-Z0-9.-]+)/g);
  return new Set([...harmless, ...Array.from(named, ([, host = '']) => host)]);
}

/**
 * Even with telemetry off, Redoc's page asks cdn.redoc.ly for its logo and carries a telemetry address. Every address
 * of a host that is not the contract's is cut out, and a policy that allows the page its own two scripts alone, by
 * their hashes, keeps a later release of Redoc from bringing one back.
 */
export function selfContained(page: string, hosts: ReadonlySet<string>): string {
  const quiet = page.replaceAll(/https?:\/\/([a-zA-Z0-9.-]+)[^\s"'`<>(){}$\\]*/g, (address: string, host: string) => {
    if (hosts.has(host) || !host.includes('.')) return address;
    return /\.(svg|png)$/.test(address) ? 'data:,' : 'about:blank';
  });
  const scripts = [...quiet.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  if (scripts.length !== 2) throw new Error(`Redoc's page has ${scripts.length} scripts instead of two`);
  const hashes = scripts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
  const policy = [
    "default-src 'none'",
    `script-src ${hashes}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'worker-src blob:',
  ].join('; ');
  const head = '<head>';
  if (!quiet.includes(head)) throw new Error("Redoc's page has no head");
  return quiet.replace(head, () => `${head}\n  <meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${await buildDocs(new URL('..', import.meta.url))}\n`);
}
