// The promise of the service clock, tried on random histories: an answer never changes for the as_of that it carries.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { tick } from '../known/clock.ts';
import type { Store } from '../engine/engine.ts';
import { Model, type Answer } from '../testing/history-model.ts';
import { ask, emptyTables, publish, rules, type Rules } from '../testing/history-rows.ts';
import {
  changesOf,
  instantsThatMatter,
  schedule,
  startMicroseconds,
  truncated,
  type Step,
} from '../testing/history-schedule.ts';
import { ReleaseRefusal } from '../engine/failures.ts';
import { openTestStore } from '../testing/store.ts';
import { withdrawBelief } from '../testing/withdrawal.ts';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

/** Where a history went wrong: `changed` = an answer given before is different now, `wrong` = it is not what was known. */
class Broken extends Error {
  readonly how: 'changed' | 'wrong';
  constructor(how: 'changed' | 'wrong', given: unknown, now: unknown) {
    super(`${how}: ${JSON.stringify(given)} became ${JSON.stringify(now)}`);
    this.how = how;
  }
}

type Variant = { rules: Rules; toInstant: (microseconds: number) => string; compareWithModel: boolean };
const asBuilt: Variant = { rules, toInstant: truncated, compareWithModel: true };

const seen = { rereads: 0, comparisons: 0, withdrawals: 0, ticks: 0, restatements: 0, corrections: 0, backdated: 0 };

async function play(steps: readonly Step[], variant: Variant): Promise<void> {
  await emptyTables(store.db);
  const model = new Model();
  const given = new Map<string, Answer>();
  let clock = startMicroseconds;
  for (const step of steps) {
    clock += step.wait;
    await take(step, { model, clock, variant });
    const now = truncated(clock);
    for (const [asOf, before] of given) {
      const again = await ask(store.db, variant.rules, asOf, now);
      seen.rereads++;
      if (JSON.stringify(again) !== JSON.stringify(before)) throw new Broken('changed', before, again);
    }
    const instants = instantsThatMatter(model, now);
    for (const requested of [null, ...step.asks.map((pick) => instants[pick % instants.length] ?? null)]) {
      const answer = await ask(store.db, variant.rules, requested, now);
      const known = model.answer(requested);
      seen.comparisons++;
      if (variant.compareWithModel && JSON.stringify(answer) !== JSON.stringify(known))
        throw new Broken('wrong', known, answer);
      if (!given.has(answer.asOf)) given.set(answer.asOf, answer);
    }
  }
}

type Moment = { model: Model; clock: number; variant: Variant };

async function take({ what }: Step, { model, clock, variant }: Moment): Promise<void> {
  const now = truncated(clock);
  if (what.kind === 'tick') {
    const boundary = truncated(clock - what.ago);
    seen.ticks += Number(await tick(store.db, 'live', boundary));
    return model.tick(boundary);
  }
  if (what.kind === 'withdraw') {
    const open = [...model.now().beliefs.keys()];
    const id = open[what.pick % Math.max(open.length, 1)] ?? 'none';
    const release = await withdrawBelief(store.db, { collection: 'live', id, reason: 'asked for', now });
    if (!release) return;
    seen.withdrawals++;
    return model.release(release.effectiveAt, [{ kind: 'withdraw', belief: id }]);
  }
  const changes = changesOf(what.drafts, model, clock);
  const stored = changesOf(what.drafts, model, clock, variant.toInstant);
  if (changes.length === 0) return;
  const past = what.backdate === null ? null : truncated(clock - what.backdate);
  const effectiveAt = past !== null && past > model.watermark ? past : null;
  seen.backdated += Number(effectiveAt !== null);
  for (const { kind } of changes) {
    seen.restatements += Number(kind === 'restate');
    seen.corrections += Number(kind === 'correct');
  }
  model.release(await publish(store.db, { changes: stored, now, effectiveAt }), changes);
}

const runs = inject('engine') === 'postgresql' ? 160 : 80;
/** The same histories in every run: what others would find is found when the seed is changed, and not by chance. */
const seed = 20_261_005;

describe('any history of releases, ticks, corrections, restatements and withdrawals', () => {
  it('leaves every earlier answer as it was given, and each answer is what was known by its as_of [SPEC-V3]', async () => {
    await fc.assert(
      fc.asyncProperty(schedule, (steps) => play(steps, asBuilt)),
      { numRuns: runs, seed },
    );
    // A generator that stopped making interesting histories would make the property hold for nothing.
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(10);
  });
});

describe('the property finds a rule that is wrong', () => {
  const withRules = (wrong: Partial<Rules>, compareWithModel: boolean): Variant => ({
    ...asBuilt,
    rules: { ...rules, ...wrong },
    compareWithModel,
  });
  const faults: { rule: string; variant: Variant; how: Broken['how'] }[] = [
    {
      rule: 'as_of taken from the clock instead of the watermark',
      variant: withRules({ asOf: (requested, _watermark, now) => requested ?? now }, false),
      how: 'changed',
    },
    {
      rule: 'a requested cutoff answered as it is although the watermark has not reached it',
      variant: withRules({ asOf: (requested, watermark) => requested ?? watermark }, false),
      how: 'changed',
    },
    {
      rule: 'later releases shown at earlier cutoffs',
      variant: withRules(
        { eligible: (alias, cutoff) => rules.eligible(alias, { ...cutoff, version: cutoff.version + 1 }) },
        false,
      ),
      how: 'changed',
    },
    {
      rule: 'closed rows shown on',
      variant: withRules(
        { inVersion: (alias, cutoff) => ({ sql: `${alias}.from_version <= ?`, bindings: [cutoff.version] }) },
        true,
      ),
      how: 'wrong',
    },
    {
      rule: 'a row still shown by the version that closed it',
      variant: withRules(
        {
          eligible: (alias, cutoff) => {
            const right = rules.eligible(alias, cutoff);
            return { ...right, sql: right.sql.replace('to_version >', 'to_version >=') };
          },
        },
        true,
      ),
      how: 'wrong',
    },
    {
      rule: 'what is observed later shown at an earlier cutoff',
      variant: withRules(
        { eligiblePart: (alias, { version }) => ({ sql: `${alias}.from_version <= ?`, bindings: [version] }) },
        true,
      ),
      how: 'wrong',
    },
    {
      rule: 'instants rounded to milliseconds instead of cut off',
      variant: { ...asBuilt, toInstant: (microseconds) => new Date(Math.round(microseconds / 1_000)).toISOString() },
      how: 'wrong',
    },
  ];

  it.each(faults)('$rule', async ({ variant, how }) => {
    const property = fc.asyncProperty(schedule, (steps) => play(steps, variant));
    const found = await fc.check(property, { numRuns: 500, endOnFailure: true, seed });
    expect(found.failed).toBe(true);
    // An instant that was rounded up may lie in the future, which the store refuses before an answer can be wrong.
    if (found.errorInstance instanceof ReleaseRefusal) return expect(found.errorInstance.code).toBe('in-the-future');
    expect(found.errorInstance).toBeInstanceOf(Broken);
    expect((found.errorInstance as Broken).how).toBe(how);
  });
});
