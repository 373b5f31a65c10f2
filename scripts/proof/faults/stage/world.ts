// World of the fault tests: a store with live research, workspaces with a balance, and server processes.
import type { Store } from '../../../../server/store/engine/engine.ts';
import { publishTold } from '../../../../server/store/testing/research.ts';
import { type TestBalance, makeTestKey, makeTestWorkspace } from '../../../../server/testing/accounts.ts';
import type { Account } from './client.ts';
import { type ServerProcess, serverProcess } from './server-process.ts';

export const firstRelease = '2026-01-10T00:00:00.000Z';
const observed = (number: number): string => `2026-01-0${number}T00:00:00.000Z`;

/** A store with five live beliefs. Later releases are `publishMore`. */
export async function publishLive(store: Store): Promise<void> {
  const told = [1, 2, 3, 4, 5].map((number) => ({ belief: `b${number}`, observedAt: observed(number) }));
  await publishTold(store.db, { told, now: firstRelease });
}

/** One more belief, now: from here on the newest answers differ from those before. */
export function publishMore(store: Store, number: number): ReturnType<typeof publishTold> {
  return publishTold(store.db, {
    told: [{ belief: `more${number}`, observedAt: observed(9) }],
    now: new Date().toISOString(),
  });
}

export async function makeAccount(store: Store, balance: TestBalance): Promise<Account> {
  const workspaceId = await makeTestWorkspace(store, balance);
  return { workspaceId, ...(await makeTestKey(store, workspaceId)) };
}

/** Processes that listen. They are started one after the other: the first one loads the preview corpus for all. */
export async function startProcesses(main: string, databaseUrl: string, count: number): Promise<ServerProcess[]> {
  const processes: ServerProcess[] = [];
  for (let number = 0; number < count; number += 1) {
    const one = await serverProcess(main, databaseUrl);
    processes.push(one);
    try {
      await one.start();
    } catch (error) {
      await Promise.all(processes.map((started) => started.kill()));
      throw error;
    }
  }
  return processes;
}

/** The processes of a list in turn. */
export function inTurn(processes: readonly ServerProcess[]): () => string {
  let next = 0;
  return () => processes[(next += 1) % processes.length]?.address ?? '';
}

/** Runs `work` over all items, at most `width` at a time. */
export async function eachOf<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<unknown>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let { done, value } = queue.next(); !done; { done, value } = queue.next()) await work(value as T);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
