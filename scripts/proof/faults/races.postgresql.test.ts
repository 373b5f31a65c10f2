// Races for a request id, for a balance and against a revocation, over two server processes on one PostgreSQL.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { auditHistory } from './audit-history.ts';
import { type Build, frozenBuild } from '../../stage/frozen-build.ts';
import { type Account, type Answered, type Call, type Client, createClient } from './stage/client.ts';
import { revocations } from './revocations.ts';
import type { ServerProcess } from './stage/server-process.ts';
import { databaseOf } from '../../../server/store/testing/address.ts';
import { eachOf, inTurn, makeAccount, publishLive, startProcesses } from './stage/world.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { audit } from '../../../server/store/keeping/audit.ts';
import { readBalance } from '../../../server/store/ledger/ledger.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import type { TestBalance } from '../../../server/testing/accounts.ts';

let store: Store;
let build: Build;
let processes: ServerProcess[];
let choose: () => string;
let client: Client;
const calls: Call[] = [];

beforeAll(async () => {
  [build, store] = await Promise.all([frozenBuild(), openTestStore()]);
  await publishLive(store);
  processes = await startProcesses(build.main, await databaseOf(store, inject('databaseUrl')), 2);
  choose = inTurn(processes);
  client = createClient();
});
afterAll(async () => {
  client.close();
  await Promise.all(processes.map((one) => one.stop()));
  await store.close();
  await build.remove();
});

const page = '/v1/beliefs?limit=2';

/** One call of one id, to the next process in turn, with its answer. */
async function ask(account: Account, requestId: string, path = page): Promise<Answered> {
  const call: Call = { account, path, requestId, answers: [] };
  calls.push(call);
  return client.untilDefinite(choose, call);
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, number) => number);
const having = (answers: readonly Answered[], status: number): number =>
  answers.filter((one) => one.status === status).length;

describe('1,000 request ids, each sent 20 times at once to two processes', () => {
  it('are 1,000 debits, and the 20 bodies of an id are the same [SPEC-R7]', async () => {
    const account = await makeAccount(store, { prepaid: 10_000 });
    let ids = 0;
    await eachOf(numbers(1_000), 8, async (number) => {
      const path = number % 2 === 0 ? page : `/v1/brief?ticker=NWTB&max_results=${1 + (number % 10)}`;
      const answers = await Promise.all(numbers(20).map(() => ask(account, `same-${number}`, path)));
      expect([having(answers, 200), new Set(answers.map(({ digest }) => digest)).size]).toEqual([20, 1]);
      expect(answers.filter(({ charge, isReplay }) => charge === '1' && !isReplay)).toHaveLength(1);
      expect(answers.filter(({ charge, isReplay }) => charge === '0' && isReplay)).toHaveLength(19);
      ids += 1;
    });
    expect(ids).toBe(1_000);
    expect((await readBalance(store.db, account.workspaceId))?.prepaid).toBe(9_000);
  });
});

describe('1,000 calls at once on credit for 100', () => {
  const balances: [what: string, balance: TestBalance, left: number][] = [
    ['prepaid', { prepaid: 100 }, 0],
    ['of a subscription', { plan: 'monthly', allowance: 100 }, 0],
    ['of both', { plan: 'monthly', allowance: 40, prepaid: 60 }, 0],
    ['under a spend limit', { prepaid: 5_000, spendLimit: 100 }, 4_900],
  ];
  it.each(balances)('%s: exactly 100 are answered, 900 are refused with 402', async (_what, balance, left) => {
    const account = await makeAccount(store, balance);
    const answers = await Promise.all(numbers(1_000).map((number) => ask(account, `one-${number}`)));
    expect([having(answers, 200), having(answers, 402)]).toEqual([100, 900]);
    const after = await readBalance(store.db, account.workspaceId);
    expect([after?.allowance_left, after?.prepaid, after?.prepaid_left]).toEqual([0, left, 0]);
  });
});

describe('the last credit', () => {
  it('pays for an id that both processes are asked for at once: never a 402 beside the answer', async () => {
    let rounds = 0;
    await eachOf(numbers(150), 6, async (number) => {
      const account = await makeAccount(store, { prepaid: 1 });
      const answers = await Promise.all(numbers(6).map(() => ask(account, `last-${number}`)));
      expect([number, having(answers, 200), having(answers, 402)]).toEqual([number, 6, 0]);
      expect((await ask(account, `next-${number}`)).status).toBe(402);
      rounds += 1;
    });
    expect(rounds).toBe(150);
  });

  const balances: [what: string, balance: TestBalance][] = [
    ['prepaid', { prepaid: 1 }],
    ['of a subscription', { plan: 'monthly', allowance: 1 }],
    ['under a spend limit', { prepaid: 5, spendLimit: 1 }],
  ];
  it.each(balances)('%s pays for one of six ids that both processes are asked for at once', async (_what, balance) => {
    let rounds = 0;
    await eachOf(numbers(100), 6, async (number) => {
      const account = await makeAccount(store, balance);
      const answers = await Promise.all(numbers(6).map((other) => ask(account, `one-of-six-${other}`)));
      expect([number, having(answers, 200), having(answers, 402)]).toEqual([number, 1, 5]);
      rounds += 1;
    });
    expect(rounds).toBe(100);
  });
});

describe('100 keys that are revoked while they are used', () => {
  it('are refused by both processes for every request that starts after the acknowledgement', async () => {
    const report = await revocations({ store, client, processes, count: 100 });
    expect(report.accepted).toEqual([]);
    expect(report.revoked).toBe(100);
    expect(report.delivered).toBeGreaterThan(600);
    expect(report.late).toBeGreaterThanOrEqual(2_000);
    expect((await audit(store.db)).drifts).toEqual([]);
  });
});

describe('all of them together', () => {
  it('leave a ledger that agrees with what the clients were told', async () => {
    expect(calls.length).toBeGreaterThan(20_000);
    const { faults } = await auditHistory({ calls, db: store.db });
    // The revocations kept no history: their keys belong to separate workspaces.
    expect(faults.filter((fault) => !fault.includes('nobody asked it'))).toEqual([]);
  });
});
