// Signing people out from the command line.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { makeTestWorkspace } from '../../testing/accounts.ts';
import { makeTestPerson } from '../../testing/people.ts';
import { type AccountBench, accountBench } from '../testing/account-bench.ts';

let store: Store;
let bench: AccountBench;
beforeAll(async () => {
  store = await openTestStore();
  bench = accountBench(store);
});
afterAll(() => store.close());

const now = new Date().toISOString();
const sessionsOf = async (userId: string): Promise<number> => {
  const { rows } = await store.db.raw('select 1 from browser_session where user_id = ?', [userId]);
  return rows.length;
};

describe('end-sessions', () => {
  it('ends every session of a person, and of nobody else', async () => {
    const workspace = await makeTestWorkspace(store);
    const [one, other] = [await makeTestPerson(store, [workspace], now), await makeTestPerson(store, [workspace], now)];
    expect([await sessionsOf(one.userId), await sessionsOf(other.userId)]).toEqual([1, 1]);
    const ended = { user_id: one.userId, email: one.email, ended: 1 };
    expect(await bench.reported('end-sessions', one.email.toUpperCase())).toEqual(ended);
    expect([await sessionsOf(one.userId), await sessionsOf(other.userId)]).toEqual([0, 1]);
    expect((await bench.run('end-sessions', one.email)).stdout).toBe(`0 sessions of ${one.email} ended\n`);
  });

  it('ends those of everybody', async () => {
    const person = await makeTestPerson(store, [await makeTestWorkspace(store)], now);
    expect(await bench.reported('end-sessions', '--everyone')).toEqual({ everyone: true, ended: 2 });
    expect(await sessionsOf(person.userId)).toBe(0);
  });

  it('refuses who is not there, and what says neither or both', async () => {
    expect(await bench.run('end-sessions', 'nobody@example.com')).toMatchObject({ exit: 1 });
    await expect(bench.run('end-sessions')).rejects.toThrow('end-sessions needs EMAIL');
    await expect(bench.run('end-sessions', 'ada@example.com', '--everyone')).rejects.toThrow('instead');
  });
});
