// Run of `research` against a service at another address than the default; returns its output.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Where } from './run-typescript.ts';

const program = fileURLToPath(new URL('../../../client/cli/main.ts', import.meta.url));

/** Default address of the client. */
const usual = 'http://127.0.0.1:8080';

/** Preloaded module that redirects requests for the default address to the running service. */
function elsewhere(base: string): string {
  const code = `const ask = globalThis.fetch;
globalThis.fetch = (asked, options) => {
  const to = (url) => String(url).replace(${JSON.stringify(usual)}, ${JSON.stringify(base)});
  return asked instanceof Request ? ask(new Request(to(asked.url), asked), options) : ask(to(asked), options);
};`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** `words` are the arguments of `research`, without quoting. */
export async function runCommandLine(words: string, { base, apiKey }: Where): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'research-cli-'));
  try {
    const { PATH = '' } = process.env;
    const key = apiKey === null ? {} : { SERVICE_API_KEY: apiKey };
    const env = { PATH, HOME: home, XDG_CONFIG_HOME: home, NO_COLOR: '1', COLUMNS: '96', ...key };
    const args = ['--import', 'tsx', '--import', elsewhere(base), program, ...words.split(' ')];
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    await new Promise((resolve) => child.on('close', resolve));
    return theSameEachTime(Buffer.concat(chunks).toString().trimEnd());
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;
/** Lines of a receipt with the time of writing and of expiry. */
const written = /^(At|Free again|Kept)( +(?:until )?)\d+ \w+ \d+, \d+:\d+ UTC/gm;
const days: Readonly<Record<string, string>> = { At: '1 Nov 2026', 'Free again': '1 Dec 2026', Kept: '30 Jan 2027' };

/** Replaces random ids and times by those of the example's day. */
function theSameEachTime(text: string): string {
  return text
    .replaceAll(uuid, '0a6e0c52-6b0f-4a53-9d53-1d1f6f2f7d10')
    .replaceAll(written, (_, name: string, space: string) => `${name}${space}${days[name]}, 00:00 UTC`);
}
