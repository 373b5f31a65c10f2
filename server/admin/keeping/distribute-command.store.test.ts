// The command distribute on a store that no cluster holds: a refusal that says what to name.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from '../../store/engine/engine.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { accountBench } from '../testing/account-bench.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

it('is refused where there is one server, and says what to do', async () => {
  const { exit, stdout, stderr } = await accountBench(store).run('distribute');
  expect([exit, stdout]).toEqual([1, '']);
  expect(stderr).toContain('DATABASE_URL');
  expect(stderr).toMatch(
    store.engine === 'embedded'
      ? /^refused: the store is in DATA_DIR, on this machine alone\n/
      : /^refused: the database has no extension citus\n.*create extension citus/,
  );
});

it('takes no word behind it', async () => {
  await expect(accountBench(store).run('distribute', 'now')).rejects.toThrow('distribute takes no argument');
});
