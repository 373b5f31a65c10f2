// One run over a folder: its new files in the order of their kinds and names, each loaded by its import command.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { refuseUnapproved } from '../../ingest/review/approvals.ts';
import { release } from '../../ingest/release/release.ts';
import { RefusedInput, faultLine } from '../../ingest/files/faults.ts';
import type { Collection } from '../../store/engine/db.ts';
import { OPERATOR } from '../../store/people/admin-events.ts';
import {
  beginFeed,
  endFeed,
  feedFile,
  noteFeedFile,
  renewFeed,
  type FeedOutcome,
} from '../../store/staged/feed-runs.ts';
import { stagedDigest } from '../../store/staged/staged-digest.ts';
import { stagedImports } from '../../store/staged/staged-imports.ts';
import { UsageError, parseCommand, type Command, type CommandContext } from '../command.ts';
import { importCommands } from './import-commands.ts';

export type FeedThen = 'stage' | 'release';

export type FeedReport = FeedOutcome & {
  collection: Collection;
  folder: string;
  /** Another run has the lease: nothing was done. */
  busy: boolean;
  files: { file: string; outcome: 'loaded' | 'refused'; lines: string[] }[];
};

export type FeedRequest = { folder: string; collection: Collection; settleSeconds: number };

/** Names come before what refers to them; prices need their listings. */
const kinds: readonly (readonly [kind: string, command: string])[] = [
  ['sessions', 'import-sessions'],
  ['securities', 'import-securities'],
  ['bundle', 'import'],
  ['statements', 'import-statements'],
  ['prices', 'import-prices'],
];

const optionsFile = 'options.txt';
/** Names that programs give to a file while they write it. */
const unfinished = /^[.~]|(\.(part|partial|tmp|crdownload|filepart)|~)$/i;

export async function runFeed(
  context: CommandContext,
  { folder, collection, settleSeconds }: FeedRequest,
  finish: (report: FeedReport) => Promise<FeedReport>,
): Promise<FeedReport> {
  const { db } = context.store;
  const nothing = { loaded: 0, refused: 0, standing: 0, waiting: 0, version: null, failure: null };
  const report: FeedReport = { collection, folder, busy: false, files: [], ...nothing };
  const places = await placesIn(folder);
  if (!(await beginFeed(db, collection, folder))) return { ...report, busy: true };
  let done: FeedReport = { ...report, failure: 'the run broke off' };
  try {
    for (const place of places)
      for (const name of await filesIn(join(folder, place.name))) {
        await renewFeed(db, collection);
        await takeFile(context, report, { ...place, path: join(folder, place.name, name), settleSeconds });
      }
    done = await finish(report);
  } finally {
    await endFeed(db, collection, done);
  }
  return done;
}

type Place = { name: string; command: Command };

async function placesIn(folder: string): Promise<Place[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw new UsageError(`${folder} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`);
  });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const places = kinds.flatMap(([kind, word]) => {
    const command = importCommands.find((one) => one.name === word);
    const own = names.filter((name) => name === kind || name.startsWith(`${kind}-`)).sort();
    return command === undefined ? [] : own.map((name) => ({ name, command }));
  });
  if (places.length > 0) return places;
  throw new UsageError(`${folder} has no folder ${kinds.map(([kind]) => kind).join(', ')}: make those that you need`);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return names.filter((name) => name !== optionsFile && !unfinished.test(name)).sort();
}

type FoundFile = Place & { path: string; settleSeconds: number };

async function takeFile(context: CommandContext, report: FeedReport, file: FoundFile): Promise<void> {
  const { collection } = report;
  const { db } = context.store;
  const { path, command } = file;
  const words = await optionsOf(path);
  const digest = await settledDigest(context, file, words);
  if (digest === null) {
    report.waiting += 1;
    return;
  }
  const known = await feedFile(db, collection, digest);
  if (known !== null) {
    if (known.outcome === 'refused') report.standing += 1;
    return;
  }
  const { outcome, lines } = await load(context, command, [
    ...words,
    ...(collection === 'preview' ? ['--preview'] : []),
    '--',
    path,
  ]);
  report[outcome] += 1;
  report.files.push({ file: path, outcome, lines });
  const what = outcome === 'loaded' ? null : lines.slice(0, 3).join('\n');
  await noteFeedFile(db, collection, { digest, name: path, outcome, what });
}

async function load(
  context: CommandContext,
  command: Command,
  words: readonly string[],
): Promise<{ outcome: 'loaded' | 'refused'; lines: string[] }> {
  try {
    const { exit, lines } = await command.run(context, parseCommand(command, words));
    return { outcome: exit === 0 ? 'loaded' : 'refused', lines };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { outcome: 'refused', lines: [`${optionsFile}: ${error.message}`] };
  }
}

/** Each line of the options is an option, with its value after a space or an equals sign. */
async function optionsOf(path: string): Promise<string[]> {
  const text = await readFile(join(path, '..', optionsFile), 'utf8').catch(() => '');
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [, option = line, value] = /^(--[a-z-]+)[ =]\s*(.*)$/s.exec(line) ?? [];
      return value === undefined ? [option] : [`${option}=${value}`];
    });
}

/** Null for a file that is still being written. */
async function settledDigest(
  { now }: CommandContext,
  { path, command, settleSeconds }: FoundFile,
  words: readonly string[],
): Promise<string | null> {
  const before = await stat(path);
  if (Date.parse(now()) - before.mtimeMs < settleSeconds * 1_000) return null;
  const hash = createHash('sha256').update(JSON.stringify([command.name, words]));
  await pipeline(createReadStream(path), hash);
  const after = await stat(path);
  const isSame = after.mtimeMs === before.mtimeMs && after.size === before.size;
  return isSame ? `sha256:${hash.digest('hex')}` : null;
}

/** Releases what the runs of the folder have staged; nothing if anything else is staged too, or an approval is missing. */
export async function releaseFeed(
  context: CommandContext,
  collection: Collection,
  report: FeedReport,
): Promise<FeedReport> {
  const { store, approvals, actor = OPERATOR } = context;
  const imports = await stagedImports(store.db, collection);
  if (imports.length === 0) return report;
  const others = imports.filter(({ origin }) => !origin.startsWith(join(report.folder, '/')));
  if (others.length > 0) {
    const named = others.map(({ importId, origin }) => `${importId} (${origin})`).join(', ');
    return { ...report, failure: `not released: imports are staged that are not of this folder: ${named}` };
  }
  try {
    const digest = await stagedDigest(store.db, collection);
    if (approvals === 'two') await refuseUnapproved(store.db, { collection, digest });
    const { version } = await release(store.db, { collection, digest, actor });
    if (version !== null) await store.afterImport();
    return { ...report, version };
  } catch (error) {
    if (!(error instanceof RefusedInput)) throw error;
    return { ...report, failure: `not released: ${error.faults.map(faultLine).join('; ')}` };
  }
}
