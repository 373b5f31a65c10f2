// Deleting a workspace: no access remains, its names are gone, and its money entries still add up.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { testPeople } from '../../access/testing/people.ts';
import { settle } from '../../metering/credit/checkout.ts';
import type { Store } from '../../store/engine/engine.ts';
import { storeTables } from '../../store/migrations/schema-tables.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { assertNoDrift } from '../../testing/charges.ts';
import { type TestService, codeOf, startTestService } from '../../testing/service.ts';
import { type AccountBench, accountBench, missing } from '../testing/account-bench.ts';

let store: Store;
let service: TestService;
let bench: AccountBench;
let people: ReturnType<typeof testPeople>;
beforeAll(async () => {
  store = await openTestStore();
  service = await startTestService({ store });
  bench = accountBench(store);
  people = testPeople(store);
});
afterEach(() => assertNoDrift(store));
afterAll(async () => {
  await service.close();
  await store.close();
});

async function everything(): Promise<string> {
  const texts: string[] = [];
  for (const { name } of await storeTables(store.db)) {
    const { rows } = await store.db.raw(`select t::text as row from "${name}" t`);
    texts.push(...(rows as { row: string }[]).map(({ row }) => row));
  }
  return texts.join('\n');
}

it('revokes its keys, erases its names and lone users, and keeps money entries and events', async () => {
  const { run, reported } = bench;
  const workspace = await bench.makeWorkspace('Saltmarsh Partners');
  const other = await bench.makeWorkspace('Skerry Coastal');
  await reported('grant-credit', '--workspace', workspace, '--requests', '7');
  const { key } = await reported('create-key', '--workspace', workspace, '--name', 'laptop of Saltmarsh');
  const lone = await people.join('lone@saltmarsh.example', workspace, 'admin');
  const shared = await people.join('shared@saltmarsh.example', workspace);
  await people.join('shared@saltmarsh.example', other, 'admin');
  expect(await people.inviteBy(lone, 'late@saltmarsh.example', workspace)).not.toBe(null);
  const status = () => service.ask('/v1/status', { headers: { authorization: `Bearer ${String(key)}` } });
  expect((await status()).status).toBe(200);

  const tried = await reported('delete-workspace', workspace, '--dry-run');
  expect((await status()).status).toBe(200);
  expect(await reported('delete-workspace', workspace)).toEqual({ ...tried, dry_run: false });
  expect(tried).toMatchObject({ forgotten_users: [lone] });
  const erased = { membership: 2, invitation: 1, mail_outbox: 1, api_key: 1, workspace: 1 };
  expect(tried['erased']).toMatchObject(erased);

  expect(codeOf(await status())).toBe('unauthorized');
  const all = await everything();
  expect(all).not.toMatch(/Saltmarsh|lone@|late@/);
  expect(all).toContain('shared@saltmarsh.example');
  expect(shared).not.toBe(lone);
  const { rows } = await store.db.raw('select kind, units from ledger_entry where account_id = ?', [workspace]);
  expect(rows).toEqual([{ kind: 'prepaid', units: 7 }]);
  const { events } = (await reported('events', '--workspace', workspace)) as { events: { action: string }[] };
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['workspace-deleted', 'key-made', 'credit-granted', 'workspace-made']),
  );
  expect((await run('list-workspaces')).stdout).not.toContain(workspace);
});

it('is no workspace for any command afterwards', async () => {
  const { run, reported } = bench;
  const workspace = await bench.makeWorkspace();
  await reported('delete-workspace', workspace);
  for (const words of [
    ['grant-credit', '--workspace', workspace, '--requests', '1'],
    ['set-plan', '--workspace', workspace, '--plan', 'monthly'],
    ['set-spend-limit', '--workspace', workspace, '--requests', '1'],
    ['create-key', '--workspace', workspace],
    ['invite', 'ada@example.com', '--workspace', workspace, '--role', 'admin'],
    ['delete-workspace', workspace],
    ['delete-workspace', missing],
  ] as const) {
    const [name, ...argv] = words;
    const { exit, stderr } = await run(name, ...argv);
    expect([name, exit, stderr]).toEqual([name, 1, expect.stringContaining('there is no workspace') as string]);
  }
});

it('is refused while a subscription would go on billing, unless that is said', async () => {
  const { run, reported } = bench;
  const workspace = await bench.makeWorkspace();
  const tie = 'update workspace set provider_subscription = ?, provider_customer = ? where workspace_id = ?';
  await store.db.raw(tie, ['sub_1', 'cus_1', workspace]);
  const refused = await run('delete-workspace', workspace);
  expect([refused.exit, refused.stderr]).toEqual([1, expect.stringContaining('renewed by the subscription sub_1')]);
  await reported('delete-workspace', workspace, '--abandon-subscription');
  expect(await everything()).not.toMatch(/sub_1|cus_1/);
});

it('grants nothing for a payment that is reported afterwards, and says so', async () => {
  const workspace = await bench.makeWorkspace();
  const userId = await people.join('buyer@example.com', workspace, 'admin');
  await store.db.raw(
    `insert into checkout (checkout_id, workspace_id, user_id, item, provider, created_at)
     values ('chk_late', ?, ?, 'refill', 'stripe', now())`,
    [workspace, userId],
  );
  await bench.reported('delete-workspace', workspace);
  const at = '2026-02-01T00:00:00.000Z';
  const payment = { origin: 'stripe', reference: 'pi_late', checkoutId: 'chk_late', period: null, paidAt: at } as const;
  const outcome = await store.db.transaction((trx) =>
    settle(trx, { ...payment, subscription: null, entryId: 'led_late', now: at }),
  );
  expect(outcome).toBe('workspace-deleted');
  const { rows } = await store.db.raw('select 1 from ledger_entry where account_id = ?', [workspace]);
  expect(rows).toEqual([]);
});
