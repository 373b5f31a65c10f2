// Same questions at servers with different clocks: same bytes, same refusals, and rate limits that survive a clock
// jump.
import { setTimeout } from 'node:timers/promises';
import { databaseNow, readHead } from '../../../server/store/known/clock.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import type { Account, Call, Client } from './stage/client.ts';
import { HOUR_MS, type SkewedServer } from './stage/skewed-processes.ts';
import { firstRelease } from './stage/world.ts';

const MINUTE_MS = 60_000;
/** From now to what lies near it on either side: nearer than the clocks are off. */
export const NEAR_MS = 30 * MINUTE_MS;

export const shift = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

export type SkewRun = { client: Client; account: Account; calls: Call[]; faults: string[] };

export async function ask(
  { client, account, calls }: SkewRun,
  { server }: SkewedServer,
  path: string,
): ReturnType<Client['once']> {
  const call: Call = { account, path, requestId: `skewed-${calls.length}-${path.length}`, answers: [] };
  const answered = await client.untilDefinite(() => server.address, call);
  // Only answers enter the history; the caller checks a refused question.
  calls.push(answered.status === 400 ? { ...call, requestId: null, answers: [] } : call);
  return answered;
}

/** One time for all: the same bytes for every cutoff, and the same cutoffs are of the future. */
export async function compareAnswers(asking: SkewRun, servers: readonly SkewedServer[], store: Store): Promise<number> {
  const { watermark } = await readHead(store.db, 'live');
  const now = await databaseNow(store.db);
  const settled = [null, firstRelease, shift(firstRelease, 1), shift(now, -NEAR_MS), watermark, now];
  const cutoffs: { asOf: string | null; code: string | null }[] = [
    ...settled.map((asOf) => ({ asOf, code: null })),
    { asOf: shift(now, -20 * MINUTE_MS), code: null },
    { asOf: shift(now, 2 * MINUTE_MS), code: null },
    { asOf: shift(now, 20 * MINUTE_MS), code: 'as-of-in-future' },
    { asOf: shift(now, 90 * MINUTE_MS), code: 'as-of-in-future' },
  ];
  let compared = 0;
  for (const path of ['/v1/brief?ticker=NWTB', '/v1/beliefs?limit=2', '/v1/sources?limit=5']) {
    for (const { asOf, code } of cutoffs) {
      const digests = new Set<string>();
      for (const one of servers) {
        const answered = await ask(asking, one, asOf === null ? path : `${path}&as_of=${asOf}`);
        if (answered.code !== code)
          asking.faults.push(`${path} as of ${asOf} at ${now}: ${answered.status} ${answered.code}, ${one.name}`);
        if (code === null) digests.add(answered.digest);
        compared += 1;
      }
      if (code === null && digests.size !== 1) asking.faults.push(`${path} as of ${asOf} has ${digests.size} answers`);
    }
  }
  return compared;
}

const BURST = 3;
/** As RATE_LIMITS has it, for `limitsHold`. */
export const LIMITS = JSON.stringify({ keyed: { burst: BURST, minute: 1_000_000 } });
const AT_ONCE = 40;

/** A jumping clock neither extends a caller's quota nor blocks the caller. */
export async function limitsHold(asking: SkewRun, limited: SkewedServer): Promise<string[]> {
  const faults: string[] = [];
  for (const offset of [0, HOUR_MS, -HOUR_MS, 0]) {
    await limited.jump(offset);
    await setTimeout(1_100);
    const statuses = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, number) => {
        const requestId = `limited-${offset}-${faults.length}-${number}-${asking.calls.length}`;
        const call: Call = { account: asking.account, path: '/v1/sources', requestId, answers: [] };
        const { status } = await asking.client.once(limited.server.address, call);
        if (status === 200) asking.calls.push(call);
        return status;
      }),
    );
    const allowed = statuses.filter((status) => status === 200).length;
    if (allowed === 0) faults.push(`a clock that is ${offset} ms off shut everybody out`);
    if (allowed > AT_ONCE / 2) faults.push(`a clock that is ${offset} ms off let ${allowed} of ${AT_ONCE} through`);
  }
  return faults;
}
