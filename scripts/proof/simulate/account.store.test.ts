// The account of the simulation is the account of the store: the same outcomes and balances, step by step.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { charge as chargeIn } from '../../../server/store/ledger/charge.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { readBalance, record } from '../../../server/store/ledger/ledger.ts';
import { openTestStore } from '../../../server/store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { assertNoDrift, chargesOn, inShort } from '../../../server/testing/charges.ts';
import { Draw } from '../fuzz/draw.ts';
import { type Account, balanceOf, charge, endPeriod, newAccount, startPeriod } from './account.ts';

let store: Store;
let made: Awaited<ReturnType<typeof chargesOn>>;
beforeAll(async () => {
  store = await openTestStore();
  made = await chargesOn(store);
});
afterAll(async () => {
  await assertNoDrift(store);
  await store.close();
});

const [COURSES, STEPS] = [8, 40];
const later = Date.parse('2999-01-01T00:00:00.000Z');
const long_ago = Date.parse('2020-01-01T00:00:00.000Z');

type Change = [change: (account: Account) => void, what: Parameters<typeof record>[2]];

function changeOf(draw: Draw): Change {
  const units = draw.below(5);
  switch (draw.below(4)) {
    case 0: {
      const [plan, amount] = draw.once(4) ? (['unlimited', null] as const) : (['monthly', units] as const);
      const endsAt = draw.pick([null, later, long_ago]);
      const ends = endsAt === null ? null : new Date(endsAt).toISOString();
      return [
        (account) => startPeriod(account, { plan, units: amount, endsAt }),
        { kind: 'period', plan, units: amount, startsAt: '2019-01-01T00:00:00.000Z', endsAt: ends },
      ];
    }
    case 1:
      return [endPeriod, { kind: 'period_end' }];
    case 2: {
      const limit = draw.once(3) ? null : units * 2;
      return [(account) => void (account.limit = limit), { kind: 'spend_limit', units: limit }];
    }
    default:
      return [(account) => void (account.prepaid += units + 1), { kind: 'prepaid', units: units + 1 }];
  }
}

describe('an account of the simulation', () => {
  it('pays, refuses and stands as the store says, in any course', async () => {
    const outcomes = new Set<string>();
    for (let course = 0; course < COURSES; course += 1) {
      const [draw, account] = [new Draw(course), newAccount()];
      const accountId = await makeTestWorkspace(store);
      const { key } = await makeTestKey(store, accountId);
      const asked: string[] = [];
      for (let step = 0; step < STEPS; step += 1) {
        // The clock of the database is not ours: a course is over long before its month is.
        const now = Date.now();
        if (draw.once(4)) {
          const [change, what] = changeOf(draw);
          change(account);
          const entry = { entryId: `led_${randomUUID()}`, accountId, origin: 'test', reference: null };
          await store.db.transaction((trx) => record(trx, { ...entry, now: new Date(now).toISOString() }, what));
        } else {
          const id = asked.length > 0 && draw.once(4) ? draw.pick(asked) : `${course}-${step}`;
          asked.push(id);
          const expected = charge(account, id, now);
          outcomes.add(expected);
          expect((await chargeIn(store.db, [made(key, id)])).map(inShort)).toEqual([expected]);
        }
        expect(await readBalance(store.db, accountId)).toEqual(balanceOf(account, now));
      }
    }
    expect([...outcomes].toSorted()).toEqual(['known', 'no-credit', 'prepaid', 'spend-limit-reached', 'subscription']);
  });
});
