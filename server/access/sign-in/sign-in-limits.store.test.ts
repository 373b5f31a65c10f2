// Limits on guessing passwords: each wrong one counts against its guesser only.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { type Guesser, giveAllBack, isAlarming, isLimited, takeTry, tries } from './sign-in-limits.ts';

let store: Store;
let count = 0;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const isRefused = async (guesser: Partial<Guesser>): Promise<boolean> =>
  isLimited(await takeTry(store.db, { email: 'ada@example.com', address: '192.0.2.1', device: null, ...guesser }));

describe('a wrong password', () => {
  it('of many addresses keeps nobody out, and raises one alarm for every hundred in an hour', async () => {
    const email = `ada${(count += 1)}@example.com`;
    const alarms: boolean[] = [];
    for (let from = 0; from < 104; from += 1) {
      expect(await isRefused({ email, address: `198.18.0.${from}` })).toBe(false);
      alarms.push(await isAlarming(store.db, email));
    }
    expect(alarms.filter(Boolean)).toHaveLength(1);
    expect(alarms[tries.alarm.quota - 1]).toBe(true);
    expect(await isRefused({ email, address: '203.0.113.1' })).toBe(false);
  });

  it('counts for a known browser alone, and then as one of its address', async () => {
    const email = `ada${(count += 1)}@example.com`;
    const guesser = { email, address: `203.0.113.${count}`, device: `device ${count}` };
    const refused: boolean[] = [];
    for (let one = 0; one < 12; one += 1) refused.push(await isRefused(guesser));
    expect(refused).toEqual([...Array<boolean>(10).fill(false), true, true]);
    expect(await isRefused({ ...guesser, device: `other ${count}` })).toBe(false);
  });

  it('that is refused for the account takes nothing of what the address may try', async () => {
    const address = `203.0.113.${(count += 100)}`;
    for (let one = 0; one < 30; one += 1) await isRefused({ address, email: 'one@example.com' });
    const others: boolean[] = [];
    for (let one = 0; one < 16; one += 1) others.push(await isRefused({ address, email: `${one}@example.com` }));
    expect(others).toEqual([...Array<boolean>(15).fill(false), true]);
  });

  it('leaves no row of its own for what is refused: the counters grow with the addresses alone', async () => {
    await store.db.raw('delete from rate_window');
    for (let one = 0; one < 60; one += 1) await isRefused({ address: '192.0.2.77', email: `${one}@example.com` });
    const { rows } = await store.db.raw('select count(*)::integer as kept from rate_window');
    expect(rows).toEqual([{ kept: tries.address.quota + 1 }]);
  });

  it('that was given back has not been taken', async () => {
    const guesser = { email: `ada${(count += 1)}@example.com`, address: '192.0.2.200', device: `device ${count}` };
    for (let one = 0; one < 30; one += 1) {
      const taken = await takeTry(store.db, guesser);
      if (!isLimited(taken)) await giveAllBack(store.db, taken);
    }
    expect(await isRefused(guesser)).toBe(false);
  });
});
