// The reference: Redocly's page of the contract, made to load nothing and to report to nobody, and the operations as Markdown.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Json } from '../../server/contract/description.ts';

export type Written = { page: string; yaml: string };

/** `description` is what the service serves, with the address of examples in it. */
export async function writeReference(root: URL, description: Json): Promise<Written> {
  const folder = await mkdtemp(join(tmpdir(), 'research-docs-'));
  try {
    const at = (name: string): string => join(folder, name);
    // Links in the reference are relative: it is served by the service that it describes.
    const local = { ...description, servers: [{ url: '/', description: 'This service.' }] };
    await writeFile(at('local.json'), JSON.stringify(local));
    await writeFile(at('openapi.json'), JSON.stringify(description));
    const run = redocly(root, folder);
    await Promise.all([
      run('build-docs', at('local.json'), '--inlineBundle', '--openapi.disableTelemetry=true', '-o', at('page.html')),
      run('bundle', at('openapi.json'), '--ext', 'yaml', '-o', at('openapi.yaml')),
    ]);
    const page = selfContained(await readFile(at('page.html'), 'utf8'), hostsOf(local));
    return { page: withTwin(page), yaml: await readFile(at('openapi.yaml'), 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function redocly(root: URL, cwd: string) {
  const cli = fileURLToPath(new URL('node_modules/@redocly/cli/bin/cli.js', root));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: '1' };
  return (...args: string[]) => promisify(execFile)(process.execPath, [cli, ...args], { env, cwd });
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
    "img-src 'self' data: blob:",
    'font-src data:',
    'worker-src blob:',
  ].join('; ');
  const head = '<head>';
  if (!quiet.includes(head)) throw new Error("Redoc's page has no head");
  return quiet.replace(head, () => `${head}\n  <meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

/** The head of every page names its Markdown, and its top leads to the others. */
function withTwin(page: string): string {
  const links =
    '<link rel="alternate" type="text/markdown" href="/docs/reference.md">\n  <link rel="icon" href="/assets/icon.svg" type="image/svg+xml">\n  <meta name="description" content="Every operation of the Research Intelligence API: parameters, answers, examples.">';
  return page
    .replace('<title>', () => `${links}\n  ${narrow}\n  <title>`)
    .replace(/<body[^>]*>/, (body) => `${body}\n  ${wayBack}`);
}

/** Redoc breaks its title within a word where a button stands beside it on a narrow screen. */
const narrow =
  '<style>@media (max-width: 40rem) { h1 { font-size: 1.6rem !important; overflow-wrap: normal !important; word-break: normal !important } }</style>';

/** Redoc's page knows of no other: it gets a line that leads back to them. */
const wayBack = `<nav aria-label="Documentation" style="display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;padding:.65rem 1rem;font:600 .95rem system-ui,sans-serif;background:#0b5c6b">${[
  ['/docs', 'Documentation'],
  ['/docs/try', 'Try it'],
  ['/docs/errors', 'Errors'],
  ['/docs/reference.md', 'As Markdown'],
  ['/openapi.json', 'openapi.json'],
  ['/openapi.yaml', 'openapi.yaml'],
]
  .map(([path, label]) => `<a href="${path}" style="color:#fff">${label}</a>`)
  .join('')}</nav>`;
