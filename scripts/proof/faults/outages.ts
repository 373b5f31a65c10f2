// Database outages: stopped, hanging, or with a full disk; answers meanwhile, and the time to recover.
import { setTimeout } from 'node:timers/promises';
import type { Store } from '../../../server/store/engine/engine.ts';
import { type Account, type Call, createClient } from './stage/client.ts';
import { repeatAll } from './repeat.ts';
import type { ServerProcess } from './stage/server-process.ts';
import { inTurn } from './stage/world.ts';

export type Outage = {
  name: 'gone' | 'silent' | 'full' | 'failed-over' | 'standby-lost' | 'old-primary' | 'pooler-paused' | 'pooler-gone';
  begin(): Promise<unknown>;
  end(): Promise<unknown>;
};

export type OutageReport = {
  name: Outage['name'];
  /** Number of calls per status during the outage; a status without Retry-After is counted separately. */
  statuses: Record<string, number>;
  /** Milliseconds until the slowest of them was answered. */
  slowest: number;
  /** Milliseconds from the end of the outage until each server has answered. */
  recovered: number;
  /** All questions with their answers. */
  calls: Call[];
};

const CALLERS = 24;

/**
 * Readers ask without a pause for cached and for new documents, with a separate id per call. `lasts` is the outage in
 * milliseconds.
 */
export async function endure(
  servers: readonly ServerProcess[],
  account: Account,
  { outage, lasts }: { outage: Outage; lasts: number },
): Promise<OutageReport> {
  const client = createClient();
  const report: OutageReport = { name: outage.name, statuses: {}, slowest: 0, recovered: 0, calls: [] };
  const paths = ['/v1/brief?ticker=NWTB', '/v1/beliefs?limit=2', '/v1/sources', '/v1/beliefs/bel_b1'];
  let asked = 0;
  const call = (): Call => {
    asked += 1;
    const path = paths[asked % paths.length] ?? '';
    const one: Call = { account, path, requestId: `${outage.name}-${asked}`, answers: [] };
    report.calls.push(one);
    return one;
  };
  const choose = inTurn(servers);
  const whenAllAnswer = () => Promise.all(servers.map(({ address }) => client.untilDefinite(() => address, call())));
  try {
    await whenAllAnswer();
    await outage.begin();
    const until = performance.now() + lasts;
    const caller = async (): Promise<void> => {
      while (performance.now() < until) {
        const start = performance.now();
        const { status, retryAfter } = await client.once(choose(), call());
        const said = status !== 200 && retryAfter === null ? `${status} without Retry-After` : String(status);
        report.statuses[said] = (report.statuses[said] ?? 0) + 1;
        report.slowest = Math.max(report.slowest, performance.now() - start);
        await setTimeout(25);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
    await outage.end();
    const ended = performance.now();
    await whenAllAnswer();
    report.recovered = performance.now() - ended;
    return report;
  } finally {
    client.close();
  }
}

/** Repeats every question, as refused clients do: each is now answered or replayed. */
export async function repeated(calls: readonly Call[], servers: readonly ServerProcess[]): Promise<void> {
  const client = createClient();
  try {
    await repeatAll(calls, client, inTurn(servers));
  } finally {
    client.close();
  }
}

/** Every entry is refused as a full disk refuses it: by the database, with its own code. */
export function fullDisk(store: Store): Outage {
  return {
    name: 'full',
    begin: async () => {
      await store.db.raw(
        `create function refuse_for_want_of_room() returns trigger language plpgsql as
         $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`,
      );
      await store.db.raw(
        'create trigger full_disk before insert on usage_entry execute function refuse_for_want_of_room()',
      );
    },
    end: async () => {
      await store.db.raw('drop trigger full_disk on usage_entry');
      await store.db.raw('drop function refuse_for_want_of_room()');
    },
  };
}
