// The pure cores on a virtual clock, seed by seed, against models of them; and wrong cores, each of which is found.
import { describe, expect, it } from 'vitest';
import { decided, polled } from '../../../server/access/devices/device-grant.ts';
import { createCursors } from '../../../server/answers/lists/cursor.ts';
import { Draw } from '../fuzz/draw.ts';
import { charge } from './account.ts';
import { accountCore, accountCourse } from './account-course.ts';
import { cursorCore, cursorCourse } from './cursor-course.ts';
import { deviceCore, deviceCourse } from './device-course.ts';
import { courses, simulate, steps_per_seed } from './run.ts';

const SEEDS = 300;

describe('the pure cores', () => {
  it('agree with their models in 300 seeds of 1,000 steps: device login, account, cursor and cutoff', async () => {
    expect(await simulate(0, SEEDS)).toEqual({ seeds: SEEDS, steps: SEEDS * 1_000, violations: [] });
    expect([Object.keys(courses), steps_per_seed]).toEqual([['device', 'account', 'cursor'], 1_000]);
  });
});

type Wrong = readonly [what: string, run: (draw: Draw) => void | Promise<void>];

const wrong: readonly Wrong[] = [
  [
    'a poll that is in time by a millisecond too little',
    (draw) => {
      const early = (grant: Parameters<typeof polled>[0], moment: Parameters<typeof polled>[1]) => {
        const move = polled(grant, { ...moment, now: new Date(Date.parse(moment.now) + 1).toISOString() });
        return { ...move, grant: { ...move.grant, polled_at: moment.now } };
      };
      deviceCourse(draw, 480, { ...deviceCore, polled: early });
    },
  ],
  [
    'a key that is delivered again',
    (draw) => {
      const again = (grant: Parameters<typeof polled>[0], moment: Parameters<typeof polled>[1]) => {
        const move = polled(grant, moment);
        return move.answer === 'deliver' ? { ...move, grant: { ...move.grant, status: grant.status } } : move;
      };
      deviceCourse(draw, 480, { ...deviceCore, polled: again });
    },
  ],
  [
    'an approval after the time is over',
    (draw) => {
      const late = (grant: Parameters<typeof decided>[0], decision: Parameters<typeof decided>[1]) =>
        decided(grant, decision, '2026-01-01T00:00:00.000Z');
      deviceCourse(draw, 480, { ...deviceCore, decided: late });
    },
  ],
  [
    'a prepaid request that is taken while there is an allowance',
    (draw) => {
      const prepaidFirst: typeof charge = (account, id, now) =>
        account.prepaid > 3 ? charge(Object.assign(account, { plan: null }), id, now) : charge(account, id, now);
      accountCourse(draw, 480, { ...accountCore, charge: prepaidFirst });
    },
  ],
  [
    'a status that forgets the limit',
    (draw) => {
      const { standingOf } = accountCore;
      accountCourse(draw, 480, {
        ...accountCore,
        standingOf: (balance) => standingOf(balance && { ...balance, prepaid_left: balance.prepaid }),
      });
    },
  ],
  [
    'a period that never ends',
    (draw) =>
      accountCourse(draw, 480, {
        ...accountCore,
        charge: (account, id, now) => charge(account, id, now - 40 * 86_400_000),
      }),
  ],
  [
    'an id that is charged again',
    (draw) =>
      accountCourse(draw, 480, {
        ...accountCore,
        charge: (account, id, now) => charge(Object.assign(account, { known: new Set() }), id, now),
      }),
  ],
  [
    'an id that is known for its refusal',
    (draw) =>
      accountCourse(draw, 480, {
        ...accountCore,
        charge: (account, id, now) => {
          const outcome = charge(account, id, now);
          account.known.add(id);
          return outcome;
        },
      }),
  ],
  [
    'a cursor that is taken for the place of any list',
    (draw) => {
      const loose: typeof createCursors = (options) => {
        const cursors = createCursors(options);
        const anywhere = { operation: '', collection: 'live', filters: {} } as const;
        return {
          ...cursors,
          write: (_scope, place) => cursors.write(anywhere, place),
          read: (_scope, cursor) => cursors.read(anywhere, cursor),
        };
      };
      return cursorCourse(draw, 200, { ...cursorCore, createCursors: loose });
    },
  ],
  [
    'a cursor that outlives its key',
    (draw) => {
      const forever: typeof createCursors = ({ db }) => createCursors({ db, now: () => '2026-01-01T00:00:00.000Z' });
      return cursorCourse(draw, 400, { ...cursorCore, createCursors: forever });
    },
  ],
  [
    'a cutoff after what is settled',
    (draw) =>
      cursorCourse(draw, 200, {
        ...cursorCore,
        resolveCutoff: async (requested, head, lookup) => {
          const asOf = requested ?? head.watermark;
          return { collection: head.collection, asOf, removals: 0, ...(await lookup(asOf)) };
        },
      }),
  ],
];

describe('a wrong core', () => {
  it.each(wrong)('is found within twenty seeds: %s', async (_what, run) => {
    const found: string[] = [];
    for (let seed = 0; seed < 20 && found.length === 0; seed += 1) {
      try {
        await run(new Draw(seed));
      } catch (thrown) {
        found.push(String(thrown));
      }
    }
    expect(found[0]).toMatch(/^Violation: /);
  });

  it('is one of eleven', () => {
    expect(wrong.length).toBe(11);
  });
});
