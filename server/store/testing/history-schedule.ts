// Random histories of a small store: releases, corrections, restatements, withdrawals and ticks, on a clock of microseconds.
import fc from 'fast-check';
import type { Instant } from '../engine/db.ts';
import type { Change, Model } from './history-model.ts';

type Draft =
  | { kind: 'rename' }
  | { kind: 'revise'; belief: number; ago: number }
  | { kind: 'correct'; pick: number; ago: number | null }
  | { kind: 'price'; series: number; ago: number }
  | { kind: 'restate'; series: number };

export type Step = {
  /** Microseconds that pass before it; often none, because two servers share a millisecond. */
  wait: number;
  what:
    | { kind: 'release'; backdate: number | null; drafts: Draft[] }
    | { kind: 'withdraw'; pick: number }
    | { kind: 'tick'; ago: number };
  /** Which of the instants that matter are asked for afterwards. */
  asks: number[];
};

const ago = fc.oneof(fc.constantFrom(0, 400, 600, 1_000, 1_600), fc.integer({ min: 0, max: 20_000 }));
const pick = fc.nat(1_000);

const draft: fc.Arbitrary<Draft> = fc.oneof(
  fc.record({ kind: fc.constant('rename' as const) }),
  fc.record({ kind: fc.constant('revise' as const), belief: fc.nat(2), ago }),
  fc.record({ kind: fc.constant('correct' as const), pick, ago: fc.option(ago) }),
  fc.record({ kind: fc.constant('price' as const), series: fc.nat(1), ago }),
  fc.record({ kind: fc.constant('restate' as const), series: fc.nat(1) }),
);

const release = fc.record({
  kind: fc.constant('release' as const),
  backdate: fc.option(ago),
  drafts: fc.array(draft, { minLength: 1, maxLength: 4 }),
});

const what: fc.Arbitrary<Step['what']> = fc.oneof(
  { weight: 5, arbitrary: release },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdraw' as const), pick }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('tick' as const), ago }) },
);

export const schedule: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    wait: fc.oneof(fc.constantFrom(0, 300, 1_000), fc.integer({ min: 0, max: 10_000 })),
    what,
    asks: fc.array(pick, { maxLength: 3 }),
  }),
  { minLength: 2, maxLength: 9 },
);

export const startMicroseconds = Date.parse('2021-03-04T05:06:07.000Z') * 1_000;

/** A moment as the service keeps it: cut to milliseconds. */
export function truncated(microseconds: number): Instant {
  return new Date(Math.floor(microseconds / 1_000)).toISOString();
}

function shifted(instant: Instant, milliseconds: number): Instant {
  return new Date(Date.parse(instant) + milliseconds).toISOString();
}

/** The instants around which an answer could change. */
export function instantsThatMatter(model: Model, now: Instant): (Instant | null)[] {
  const edges = model.releases.flatMap(({ effectiveAt, changes }) => [
    effectiveAt,
    ...changes.flatMap((change) => ('observedAt' in change ? change.observedAt : [])),
  ]);
  const around = [model.watermark, now, ...edges].flatMap((edge) => [shifted(edge, -1), edge, shifted(edge, 1)]);
  return [null, ...new Set(around)];
}

/** The drafts as changes that can happen: a row is not closed by the release that opens it. */
export function changesOf(drafts: readonly Draft[], model: Model, clock: number, toInstant = truncated): Change[] {
  const before = model.now();
  const after = new Map([...before.beliefs].map(([id, { revisions }]) => [id, revisions.size]));
  const sessions = new Map([...before.prices].map(([id, prices]) => [id, prices.size]));
  const touched = new Set<string>();
  const once = (key: string): boolean => touched.size < touched.add(key).size;
  const nth = model.releases.length;
  return drafts.flatMap((one, index): Change[] => {
    const text = `${nth}.${index}`;
    if (one.kind === 'rename') return once('name') ? [{ kind: 'rename', entity: 'T', name: text }] : [];
    if (one.kind === 'revise') {
      const belief = currentBelief(one.belief, model);
      const revision = (after.get(belief) ?? 0) + 1;
      after.set(belief, revision);
      return [{ kind: 'revise', belief, revision, observedAt: toInstant(clock - one.ago), text }];
    }
    if (one.kind === 'correct') {
      const rows = [...before.beliefs].flatMap(([belief, { revisions }]) =>
        [...revisions].map((row) => ({ belief, row })),
      );
      const chosen = rows[one.pick % Math.max(rows.length, 1)];
      if (!chosen || !once(`${chosen.belief}/${chosen.row[0]}`)) return [];
      const observedAt = one.ago === null ? chosen.row[1].observedAt : toInstant(clock - one.ago);
      return [{ kind: 'correct', belief: chosen.belief, revision: chosen.row[0], observedAt, text }];
    }
    const series = `s${one.series}`;
    if (one.kind === 'restate') {
      const prices = before.prices.get(series);
      if (!prices || !once(series)) return [];
      sessions.set(series, prices.size);
      return [
        {
          kind: 'restate',
          series,
          prices: [...prices].map(([session, row]) => ({ ...row, session, value: `1.${nth}${index}` })),
        },
      ];
    }
    if (touched.has(series)) return [];
    const session = (sessions.get(series) ?? 0) + 1;
    sessions.set(series, session);
    const day = `2021-02-${String(session).padStart(2, '0')}`;
    return [{ kind: 'price', series, session: day, observedAt: toInstant(clock - one.ago), value: `2.${nth}${index}` }];
  });
}

/** A withdrawn belief never comes back: what is said next opens another. */
function currentBelief(index: number, model: Model): string {
  const gone = model.releases
    .flatMap(({ changes }) => changes)
    .filter((change) => change.kind === 'withdraw' && change.belief.startsWith(`b${index}.`));
  return `b${index}.${gone.length}`;
}
