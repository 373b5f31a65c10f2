// Trail of the command line: each command that changes something leaves its event.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LoadingBench } from '../ingest/testing/loading.ts';
import { listEvents } from '../store/people/admin-events.ts';
import { commandNamed, commands } from './commands.ts';
import { runCommand } from './run-command.ts';

let bench: LoadingBench;
beforeAll(async () => {
  bench = await LoadingBench.open();
});
afterAll(() => bench.close());

/** These change nothing in the store that they run on, or fill an empty one whose trail comes with it. */
const readers = new Set([
  'staged',
  'releases',
  'explain',
  'list-workspaces',
  'list-operators',
  'events',
  'limits',
  'list-keys',
  'list-connections',
  'audit',
  'list-removals',
  'export',
  'restore',
  'migrate-to',
]);

/**
 * A connection is made by a chat: `oauth-commands.store.test.ts` ends one. Distributing moves rows between servers and
 * changes none.
 */
const elsewhere = new Set(['revoke-connection', 'feed', 'distribute']);

type Step = readonly [
  command: string,
  action: string,
  words: (ids: Ids) => readonly string[] | Promise<readonly string[]>,
];
type Ids = { workspace: string; key: string };

const table = 'date,person,ticker,direction,statement,source_url,source_title,dataset\n';
const row = (day: string): string =>
  `2026-03-${day},Ada Fictional,ZQRX,bullish,Said on ${day}.,https://letters.example/${day},Letter,letters\n`;
const file = (name: string, text: string) => async (): Promise<string[]> => [await bench.file(name, text)];

const steps: readonly Step[] = [
  [
    'import',
    'files-loaded',
    file('a.ndjson', '{"type":"source","source_id":"s:1","kind":"article","name":"Papers"}\n'),
  ],
  ['import-securities', 'files-loaded', file('b.csv', 'ticker,name\nZQRX,Zeta\n')],
  [
    'import-sessions',
    'files-loaded',
    file('c.csv', 'session_date,close_utc,early_close\n2028-01-03,2028-01-03T21:00:00Z,false\n'),
  ],
  ['import-prices', 'files-loaded', file('d.csv', 'ticker,date,adj_close\nZQRX,2026-01-02,10\n')],
  ['import-statements', 'files-loaded', file('e.csv', table + row('02') + row('03'))],
  ['discard', 'import-discarded', async () => [(await stagedImport('d.csv')).toString()]],
  ['release', 'research-released', () => []],
  ['withdraw', 'research-withdrawn', async () => [await evidence(0), '--reason', 'wrong']],
  ['remove-legally', 'research-removed', async () => [await evidence(1), '--reason', 'the law']],
  ['repeat-removals', 'research-removed', async () => [await register()]],
  ['create-workspace', 'workspace-made', () => ['Fictional Desk']],
  ['invite', 'user-invited', ({ workspace }) => ['ada@example.test', '--workspace', workspace, '--role', 'admin']],
  ['grant-credit', 'credit-granted', ({ workspace }) => ['--workspace', workspace, '--requests', '5']],
  ['set-plan', 'plan-started', ({ workspace }) => ['--workspace', workspace, '--plan', 'monthly']],
  ['set-spend-limit', 'spend-limit-changed', ({ workspace }) => ['--workspace', workspace, '--requests', '5']],
  ['set-limits', 'limits-changed', ({ workspace }) => ['--workspace', workspace, '--minute', '60']],
  ['create-key', 'key-made', ({ workspace }) => ['--workspace', workspace]],
  ['limit-key', 'key-limited', ({ key }) => [key, '--minute', '30']],
  ['revoke-key', 'key-revoked', ({ key }) => [key]],
  ['register-oauth-client', 'client-registered', () => ['--name', 'Chat', '--redirect-uri', 'https://chat.example/cb']],
  ['add-operator', 'operator-added', () => ['ada@example.test']],
  ['remove-operator', 'operator-removed', () => ['ada@example.test']],
  ['end-sessions', 'sessions-ended', () => ['ada@example.test']],
  ['user-report', 'user-reported', () => ['ada@example.test']],
  ['forget-user', 'user-forgotten', () => ['ada@example.test']],
  ['delete-workspace', 'workspace-deleted', ({ workspace }) => [workspace]],
  ['rotate-cursor-key', 'cursor-key-rotated', () => []],
  ['log', 'log-changed', () => ['rotate-key']],
];

const stagedImport = async (name: string): Promise<number> => {
  const [one] = await bench.rows<{ id: number }>('select import_id as id from import where origin like ?', [
    `%${name}`,
  ]);
  return one?.id ?? 0;
};
const evidence = async (at: number): Promise<string> => {
  const rows = await bench.rows<{ id: string }>('select evidence_id as id from evidence order by observed_at');
  return rows[at]?.id ?? '';
};

/** A legal removal of what is withdrawn here, as another store had it. */
const register = async (): Promise<string> => {
  const id = await evidence(0);
  const removals = [{ collection: 'live', id, reason: 'the law', records: [id] }];
  return bench.file('removals.json', JSON.stringify({ removals }));
};

it('names every command', () => {
  const named = [...readers, ...elsewhere, ...steps.map(([name]) => name)].toSorted();
  const hint = 'one that changes nothing is a reader; one with an event is a step; else it is tested elsewhere';
  expect(named, hint).toEqual(commands.map(({ name }) => name).toSorted());
});

it('has an event of each, in the name of the command line', async () => {
  const ids: Ids = { workspace: '', key: '' };
  await bench.rows(
    `insert into user_account (user_id, email, email_folded, created_at, email_proved_at, email_proved_by)
     values ('usr_a', 'ada@example.test', 'ada@example.test', now(), now(), 'operator')`,
  );
  for (const [name, action, words] of steps) {
    const before = await listEvents(bench.store.db, { limit: 1 });
    const { exit, stdout, stderr } = await runCommand(commandNamed(name), await words(ids), {
      store: bench.store,
      now: () => '2026-10-05T00:00:00.000Z',
      randomBytes: (size) => crypto.getRandomValues(new Uint8Array(size)),
      baseUrl: 'https://research.test',
      onProgress: () => undefined,
    });
    expect([name, exit, stderr]).toEqual([name, 0, '']);
    ids.workspace ||= /ws_[0-9a-f]{24}/.exec(stdout)?.[0] ?? '';
    if (name === 'create-key') ids.key = /key_\w+/.exec(stdout)?.[0] ?? '';
    const since = before[0]?.event_number ?? 0;
    const events = (await listEvents(bench.store.db, { limit: 20 })).filter(({ event_number: at }) => at > since);
    expect([name, events.map((event) => event.action)]).toEqual([name, expect.arrayContaining([action])]);
    expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set(['operator']));
  }
});
