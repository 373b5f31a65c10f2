// Commands of the runbook, in their order, run on stores of both engines.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishLive } from '../../../server/ingest/testing/live-corpus.ts';
import { commands } from '../../../server/admin/commands.ts';
import { runCommand, type CommandOutput } from '../../../server/admin/run-command.ts';
import { openStore, type Store } from '../../../server/store/engine/engine.ts';
import { contentOf, exportedLines } from '../../../server/store/testing/export.ts';
import { makeTestKey, makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { makeTestGrant } from '../../../server/testing/mcp.ts';
import { codeBlocks } from '../../site/markdown.ts';
import { type Pair, databaseOn, operate, query, startPair } from './test-operator.ts';

type Section = { title: string; lines: string[] };

let folder: string;
let sections: Section[];
let servers: Pair;
let scripts: object;
/** Stores by name, each opened once. */
const stores = new Map<string, Promise<Store>>();
const env: { DATA_DIR: string; DATABASE_URL?: string } = { DATA_DIR: '.data' };
/** Values of the placeholders in the text: ids and databases. */
const meant = new Map<string, string>();
const ran: { title: string; line: string; printed: CommandOutput }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runbook-'));
  const text = await readFile(new URL('../../../server/docs/runbook.md', import.meta.url), 'utf8');
  sections = sectionsOf(text);
  ({ scripts } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    scripts: object;
  });
  servers = await startPair(meant);
  await useIt(await storeNamed());
  for (const section of sections) for (const line of section.lines) await execute(section.title, line);
}, 600_000);
afterAll(async () => {
  for (const store of stores.values()) await (await store).close();
  await servers.stop();
  await rm(folder, { recursive: true, force: true });
});

function sectionsOf(text: string): Section[] {
  return text.split(/^## /m).map((part) => ({
    title: part.split('\n')[0] ?? '',
    lines: codeBlocks(part).flatMap(({ language, code }) => (language === 'sh' ? code.trim().split('\n') : [])),
  }));
}

function storeNamed(): Promise<Store> {
  const name = env.DATABASE_URL ?? env.DATA_DIR;
  const open =
    stores.get(name) ?? openStore(env.DATABASE_URL ? { databaseUrl: name } : { dataDir: join(folder, name) });
  stores.set(name, open);
  return open;
}

/** Research, a workspace with a key, and an approved chat. */
async function useIt(store: Store): Promise<void> {
  await publishLive(store);
  const workspaceId = await makeTestWorkspace(store, { prepaid: 9 });
  const { keyId } = await makeTestKey(store, workspaceId);
  const { grantId } = await makeTestGrant(store, { baseUrl: 'https://api.example.com', workspaceId });
  const { rows } = await store.db.raw(
    `select belief_id from belief where collection = 'live' order by belief_id limit 1`,
  );
  const [belief] = rows as { belief_id: string }[];
  for (const [text, id] of [
    ['ws_…', workspaceId],
    ['key_…', keyId],
    ['grt_…', grantId],
    ['bel_…', belief?.belief_id],
  ])
    meant.set(text ?? '', id ?? '');
}

async function execute(title: string, written: string): Promise<void> {
  const [line = '', output] = written.replace('--silent ', '').split(' > ');
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? meant.get(bare ?? '') ?? bare ?? '',
  );
  const [program, verb, name = ''] = words;
  if (program === 'export') {
    const [variable = '', value = ''] = (verb ?? '').split(/=(.*)/s);
    return void Object.assign(env, { [variable]: meant.get(value) ?? value });
  }
  if (line === 'npm start') return;
  if (program !== 'npm') return void ran.push({ title, line, printed: await operate(words, { servers, meant }) });
  expect(Object.keys(scripts)).toContain(name);
  const [called = '', ...rest] = name === 'audit' ? ['audit'] : words.slice(4);
  const command = commands.find((one) => one.name === called);
  if (command === undefined) throw new Error(`the runbook has a line that cannot be executed: ${line}`);
  const argv = rest.map((word) => (/\.(gz|json)$/.test(word) ? join(folder, word) : word));
  const context = {
    store: await storeNamed(),
    randomBytes,
    baseUrl: 'https://api.example.com',
    onProgress: () => undefined,
  };
  const printed = await runCommand(command, argv, { ...context, now: () => new Date().toISOString() });
  if (output !== undefined) await writeFile(join(folder, output), printed.stdout);
  ran.push({ title, line, printed });
}

const printedIn = (title: string): string =>
  ran
    .filter((one) => one.title === title)
    .map(({ printed }) => printed.stdout)
    .join('');

describe('the runbook', () => {
  it('has only commands that succeed', () => {
    const failed = ran.filter(({ printed }) => printed.exit !== 0 || printed.stderr !== '');
    expect(failed).toEqual([]);
    expect(ran.length).toBeGreaterThan(20);
    expect(sections.filter(({ lines }) => lines.length > 0).map(({ title }) => title)).toEqual([
      'An alert fired',
      'Keep an export',
      'Restore',
      'Rotate a key',
      'Take research back',
      'Move to PostgreSQL',
      'Fail over to a replica',
    ]);
  });

  it('restores into another folder what it kept', () => {
    expect(printedIn('Restore')).toContain('dry run: nothing was kept');
    expect(printedIn('Restore')).toMatch(/no drift\n$/);
    expect([...stores.keys()].slice(0, 2)).toEqual(['.data', '.data-restored']);
  });

  it('rotates the keys of cursors, of a workspace, of a chat, and ends a connection', async () => {
    const printed = printedIn('Rotate a key');
    expect(printed).toContain('cursor key 2 signs from ');
    expect(printed).toMatch(/\bri_live_\w+/);
    expect(printed).toContain(`${meant.get('key_…')}`);
    expect(printed).toMatch(/^client secret: ri_\w+/m);
    const { db } = await (stores.get('.data-restored') ?? storeNamed());
    const { rows } = await db.raw(
      `select (select revoked_at is not null from api_key where key_id = ?) as key_ended,
              (select revoked_at is not null from oauth_grant where grant_id = ?) as grant_ended,
              (select count(*) from removal) as removed`,
      [meant.get('key_…') ?? '', meant.get('grt_…') ?? ''],
    );
    expect(rows).toEqual([{ key_ended: true, grant_ended: true, removed: expect.any(Number) as number }]);
    expect((rows as { removed: number }[])[0]?.removed).toBeGreaterThan(0);
  });

  it('moves everything to the database, and from there to its replica', async () => {
    const [from, to] = [await stores.get('.data-restored'), await stores.get(meant.get(databaseOn('replica')) ?? '')];
    if (from === undefined || to === undefined) throw new Error('two stores were used');
    expect(contentOf(await exportedLines(to))).toEqual(contentOf(await exportedLines(from)));
    expect(printedIn('Move to PostgreSQL')).toMatch(/no drift\n$/);
    expect(ran.map(({ printed }) => printed.stdout).join('')).not.toContain(
      new URL(meant.get(databaseOn('db')) ?? '').password,
    );
  });

  it('fails over to a replica that has everything, and that writes', async () => {
    const printed = printedIn('Fail over to a replica');
    expect(printed).toContain('{"application_name":"replica","sync_state":"sync"}');
    expect(printed).toContain('{"pg_promote":true}');
    expect(printed).toMatch(/no drift\n$/);
    const replica = meant.get(databaseOn('replica')) ?? '';
    expect(await query(replica, 'select pg_is_in_recovery()')).toBe('[{"pg_is_in_recovery":false}]');
    expect(await query(replica, 'show synchronous_standby_names')).toBe('[{"synchronous_standby_names":""}]');
  });
});
