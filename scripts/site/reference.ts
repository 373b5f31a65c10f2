// Reference: Redoc's page of the contract without telemetry and other origins, and the operations as Markdown.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import type { Json } from '../../server/contract/description.ts';

export type ReferencePages = {
  /** Redoc's script, with the contract in it. */
  program: string;
  /** An inline script that stays in the page; the policy allows it by its hash. */
  colorMode: string;
  policy: string;
  styles: string;
  /** Content before the script runs. */
  markup: string;
  /** The contract as YAML. */
  yaml: string;
};

/** `description` is the served contract, with the example address in it. */
export async function writeReference(root: URL, description: Json): Promise<ReferencePages> {
  const folder = await mkdtemp(join(tmpdir(), 'research-docs-'));
  try {
    const at = (name: string): string => join(folder, name);
    // Relative links: the service that serves the reference is the one described.
    const { contact, ...info } = description['info'] as Json & { contact: Json };
    const local = {
      ...description,
      info: { ...info, contact: { ...contact, url: '/docs' } },
      servers: [{ url: '/', description: 'This service.' }],
    };
    await writeFile(at('local.json'), JSON.stringify(local));
    await redocly(root, folder)('build-docs', at('local.json'), '--inlineBundle', ...looks, '-o', at('page.html'));
    const parts = partsOf(await readFile(at('page.html'), 'utf8'), hostsOf(local));
    return { ...parts, yaml: stringify(description, yamlOfOldReaders) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Texts that YAML 1.1 reads as dates or truth values are quoted. */
const yamlOfOldReaders = { schema: 'yaml-1.1', aliasDuplicateObjects: false, lineWidth: 0 } as const;

/** The search of the site already finds operations. */
const looks = ['--openapi.disableTelemetry=true', '--openapi.disableSearch=true', '--openapi.hideDownloadButtons=true'];

function redocly(root: URL, cwd: string) {
  const cli = fileURLToPath(new URL('node_modules/@redocly/cli/bin/cli.js', root));
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: '1' };
  return (...args: string[]) => promisify(execFile)(process.execPath, [cli, ...args], { env, cwd });
}

/** Names of XML vocabularies, and hosts that are only compared; the contract's examples are added. */
const harmless = ['www.w3.org', 'localhost', '127.0.0.1'];

function hostsOf(description: object): ReadonlySet<string> {
  const named = JSON.stringify(description).matchAll(/https?:\/\/([a-zA-Z0-9.-]+)/g);
  return new Set([...harmless, ...Array.from(named, ([, host = '']) => host)]);
}

/** The one script that runs before the page is visible: it applies light or dark mode. */
const colorModeScript = /<script>(try\{var m=localStorage[\s\S]*?)<\/script>/;

/**
 * Even with telemetry off, Redoc's page asks cdn.redoc.ly for its logo and carries a telemetry address. Every address
 * of a host that is not the contract's is cut out. The policy allows files of this service, and by its hash the script
 * that stays in the page: a later release of Redoc cannot bring another one.
 */
export function partsOf(page: string, hosts: ReadonlySet<string>): Omit<ReferencePages, 'yaml'> {
  const quiet = page.replaceAll(/https?:\/\/([a-zA-Z0-9.-]+)[^\s"'`<>(){}$\\]*/g, (address: string, host: string) => {
    if (hosts.has(host) || !host.includes('.')) return address;
    return /\.(svg|png)$/.test(address) ? 'data:,' : 'about:blank';
  });
  const scripts = [...quiet.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
  if (scripts.length !== 2) throw new Error(`Redoc's page has ${scripts.length} scripts instead of two`);
  const [, colorMode = ''] = colorModeScript.exec(quiet) ?? [];
  const program = scripts.find((text) => text !== colorMode) ?? '';
  const markup = /<div id="redoc">([\s\S]*)<\/div>\s*<script type="module">/.exec(quiet)?.[1];
  if (colorMode === '' || program === '' || markup === undefined) throw new Error("Redoc's page has another form");
  const styles = Array.from(quiet.matchAll(/<style data-styled[^>]*>[\s\S]*?<\/style>/g), ([one]) => one).join('');
  const hash = createHash('sha256').update(colorMode).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "form-action 'self'",
    "font-src 'self' data:",
    'worker-src blob:',
  ].join('; ');
  return { colorMode, policy, styles, markup, program };
}
