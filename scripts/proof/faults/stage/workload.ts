// Workload without pauses: many accounts, some soon without credit, duplicate ids, and documents that no cache holds.
import { setTimeout } from 'node:timers/promises';
import type { TestBalance } from '../../../../server/testing/accounts.ts';
import type { Store } from '../../../../server/store/engine/engine.ts';
import type { Background } from '../background.ts';
import type { Account, Call, Client } from './client.ts';
import { firstRelease, makeAccount } from './world.ts';

export type Workload = {
  calls: Call[];
  /** Requests that were delivered so far. */
  delivered(): number;
  /** Resolves when the requests under way have their definite answers. */
  stop(): Promise<void>;
};

export type WorkloadOptions = {
  store: Store;
  client: Client;
  beside: Background;
  /** The process of the next try. */
  choose: () => string;
  next: () => number;
  clients: number;
  pauseMs: number;
  /** Share of requests without a caller's id. */
  anonymous: number;
};

const rich: readonly TestBalance[] = [
  { plan: 'unlimited' },
  { plan: 'monthly', allowance: 1_000_000 },
  { prepaid: 1_000_000 },
  { plan: 'monthly', allowance: 300, prepaid: 1_000_000, spendLimit: 900_000 },
];
const POOR_ACCOUNTS = 20;
const POOR_CREDIT = 15;
/** So many requests each are sent to a poor account: twice what it can pay for. */
const POOR_CALLS = 30;

export async function startWorkload(options: WorkloadOptions): Promise<Workload> {
  const { store, client, beside, choose, next, clients, pauseMs, anonymous } = options;
  const richAccounts = await Promise.all(rich.map((balance) => makeAccount(store, balance)));
  const poorAccounts: Account[] = [];
  for (let number = 0; number < POOR_ACCOUNTS; number += 1)
    poorAccounts.push(await makeAccount(store, { prepaid: POOR_CREDIT }));
  const calls: Call[] = [];
  let [asked, poorAsked, delivered] = [0, 0, 0];

  function accountOf(): Account {
    const poor = next() < 0.25 ? poorAccounts[Math.floor(poorAsked / POOR_CALLS)] : undefined;
    if (poor !== undefined) poorAsked += 1;
    return poor ?? (richAccounts[Math.floor(next() * richAccounts.length)] as Account);
  }

  async function askOne(): Promise<void> {
    asked += 1;
    const one = { account: accountOf(), path: pathOf(next(), asked) };
    const requestId = next() < anonymous ? null : `call-${asked}`;
    const copies = requestId !== null && next() < 0.3 ? 2 : 1;
    const same = Array.from({ length: copies }, (): Call => ({ ...one, requestId, answers: [] }));
    calls.push(...same);
    const answers = await Promise.all(same.map((call) => client.untilDefinite(choose, call)));
    if (answers.some(({ status }) => status === 200)) delivered += 1;
    await setTimeout(next() * pauseMs);
  }

  const loops = Array.from({ length: clients }, () => beside.repeat(askOne));
  return {
    calls,
    delivered: () => delivered,
    stop: async () => void (await Promise.all(loops.map((loop) => loop.stop()))),
  };
}

/** A separate cutoff gives a separate document, whose bytes are stored for this one request. */
function pathOf(chance: number, number: number): string {
  if (chance < 0.3) return '/v1/beliefs?limit=2';
  if (chance < 0.5) return '/v1/brief?ticker=NWTB';
  return `/v1/sources?as_of=${new Date(Date.parse(firstRelease) + number).toISOString()}`;
}
