// Runs `research` as a reader would, against a service that answers elsewhere than the client expects, and gives what it prints.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Where } from './run-typescript.ts';

const program = fileURLToPath(new URL('../../client/cli/main.ts', import.meta.url));
export const hasCommandLine = existsSync(program);

/** Where the client looks for a service that nobody has named. */
const usual = 'http://127.0.0.1:8080';

/** Handed to node before the program: what is asked of the usual address goes to the service that runs. */
function elsewhere(base: string): string {
  const code = `const ask = globalThis.fetch;
globalThis.fetch = (asked, options) => {
  const to = (url) => String(url).replace(${JSON.stringify(usual)}, ${JSON.stringify(base)});
  return asked instanceof Request ? ask(new Request(to(asked.url), asked), options) : ask(to(asked), options);
};`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** `words` as they stand behind `research`; nothing of them needs a quote. */
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
    return Buffer.concat(chunks).toString().trimEnd();
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
