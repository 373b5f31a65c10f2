// One chat of another make: installed at its pinned version, signed in by a person, and asked for tools and a brief.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shell } from '../clients/generator.ts';
import { withUs } from '../stage/children.ts';
import data from './chats.json' with { type: 'json' };
import { approved } from './consent.ts';

export type Chat = {
  readonly name: string;
  /** Its program in programs/, and its folder in .build/chats/. */
  readonly folder: string;
  readonly install: readonly string[];
  readonly run: string;
};

export const chats = data as readonly Chat[];

export type Host = { base: string; client: string; cookie: string; token: string };
export type Heard = { tools: string | null; brief: string | null; isSignedIn: boolean; output: string };

const root = fileURLToPath(new URL('../../', import.meta.url));
const programs = fileURLToPath(new URL('programs/', import.meta.url));
const RUN_MS_MAX = 120_000;

/** Installs the program unless the same commands and files already have; null, or the fault. */
export async function installed({ folder, install }: Chat): Promise<string | null> {
  const place = join(root, '.build/chats', folder);
  const stamp = createHash('sha256').update(install.join('\n')).digest('hex');
  const stampFile = join(place, 'installed');
  const isInstalled = (await readFile(stampFile, 'utf8').catch(() => '')) === stamp;
  if (!isInstalled) await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  await cp(join(programs, folder), place, {
    recursive: true,
    filter: (path) => !isInstalled || !path.endsWith('package.json'),
  });
  for (const command of isInstalled ? [] : install) {
    const { fault } = await shell(command, place);
    if (fault !== null) return `${command}: ${fault}`;
  }
  await writeFile(stampFile, stamp);
  return null;
}

/** A program prints the address to open, and hears where the browser was led on its own port or on its standard input. */
export async function asked({ folder, run }: Chat, { base, client, cookie, token }: Host): Promise<Heard> {
  const place = join(root, '.build/chats', folder);
  const own = join(place, 'kept');
  await rm(own, { recursive: true, force: true });
  const env = {
    ...process.env,
    RESEARCH_URL: base,
    RESEARCH_MCP: `${base}/mcp`,
    RESEARCH_CLIENT: client,
    RESEARCH_TOKEN: token,
    RESEARCH_FOLDER: own,
    NO_COLOR: '1',
  };
  const child = withUs(spawn('bash', ['-c', run], { cwd: place, env, stdio: ['pipe', 'pipe', 'pipe'] }));
  const late = setTimeout(() => child.kill('SIGKILL'), RUN_MS_MAX);
  let output = '';
  let opened: Promise<void> | null = null;
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /https?:\/\/\S+\/oauth\/authorize\?\S+(?=\s)/.exec(output)?.[0];
      if (address !== undefined) opened ??= goBack(address, cookie, (line) => child.stdin.write(line));
    });
  }
  child.stdin.on('error', () => undefined);
  await once(child, 'close');
  clearTimeout(late);
  const isSignedIn =
    opened !== null &&
    (await (opened as Promise<void>).then(
      () => true,
      () => false,
    ));
  const said = (name: string): string | null => new RegExp(`^${name}: (.*)$`, 'm').exec(output)?.[1] ?? null;
  return { tools: said('tools'), brief: said('brief'), isSignedIn, output };
}

async function goBack(address: string, cookie: string, tell: (line: string) => void): Promise<void> {
  const location = await approved(address, cookie);
  tell(`${location}\n`);
  await fetch(location).catch(() => undefined);
}
