// Pages from cached stretches equal pages from the store: random research, random cutoffs, and releases in between.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cutoff } from '../../store/engine/db.ts';
import type { Store } from '../../store/engine/engine.ts';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { type BeliefListQuestion, type PlacedBelief, listBeliefs } from '../../store/known/lists/read-belief-list.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { type BeliefWalks, beliefWalks } from './belief-walks.ts';
import { DAYS, type Draw, day, draws, people, release, revise, tickers } from '../testing/random-research.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

function anyQuestion(draw: Draw): BeliefListQuestion {
  const entityId = draw(3) === 0 ? entityIdForTicker(tickers[draw(3)] ?? '') : undefined;
  const personId = draw(3) === 0 ? people[draw(6)] : undefined;
  const after =
    draw(2) === 0 ? null : { observedAt: day(draw(DAYS)), beliefId: `bel_${String(draw(90)).padStart(3, '0')}` };
  return { filters: { entityId, personId }, after, limit: 1 + draw(25) };
}

/** Statements sent to the store, except the positions of a page that memory does not cover. */
async function counting<Result>(ask: () => Promise<Result>): Promise<{ result: Result; lookUps: number }> {
  let lookUps = 0;
  const note = ({ sql }: { sql: string }): void => void (lookUps += Number(sql.includes('page as materialized')));
  store.db.on('query', note);
  const result = await ask().finally(() => store.db.removeListener('query', note));
  return { result, lookUps };
}

describe('a page told from memory', () => {
  it('is the one that is looked up, at any cutoff of any version, whatever has been released since', async () => {
    const seen = { pages: 0, told: 0, beliefs: 0, names: new Set<string | null>() };
    for (let seed = 1; seed <= 6; seed += 1) {
      const draw = draws(seed);
      await store.db.raw('truncate belief, revision, person');
      const walks = [beliefWalks(), beliefWalks({ rows: 16 }), beliefWalks({ rows: 16, bytesMax: 20_000 })];
      for (let version = 1; version <= 12; version += 1) {
        await release(store.db, draw, version);
        for (let asked = 0; asked < 25; asked += 1) {
          const cutoff: Cutoff = { collection: 'live', version: 1 + draw(version), asOf: day(draw(DAYS + 10)) };
          const question = anyQuestion(draw);
          const expected = await listBeliefs(store.db, cutoff, question);
          for (const walk of walks) {
            const { result, lookUps } = await counting(() => walk.list(store.db, cutoff, question));
            expect(result, JSON.stringify({ seed, cutoff, question })).toEqual(expected);
            seen.pages += 1;
            seen.told += 1 - lookUps;
          }
          seen.beliefs += expected.length;
          for (const { person_name: name } of expected) seen.names.add(name);
        }
      }
    }
    expect(seen.pages).toBe(5_400);
    expect(seen.told).toBeGreaterThan(4_000);
    expect(seen.beliefs).toBeGreaterThan(5_000);
    for (const name of ['Ada', 'Bo', 'Cy 0', 'Cy 1', 'Di 3', 'Recorded 1', null]) expect(seen.names).toContain(name);
  });
});

describe('what a walk asks the store', () => {
  const cutoff = (version: number, days: number): Cutoff => ({ collection: 'live', version, asOf: day(days) });
  /** Every statement gives this person the same name; only such a list is answered from memory in every version. */
  const ofAda: BeliefListQuestion = { filters: { personId: 'p0' }, after: null, limit: 5 };

  async function statements(walks: BeliefWalks, at: Cutoff, question = ofAda): Promise<number> {
    let asked = 0;
    const note = (): void => void (asked += 1);
    store.db.on('query', note);
    await walks.list(store.db, at, question).finally(() => store.db.removeListener('query', note));
    return asked;
  }

  it('is a page, then a stretch and the names in it, and then nothing, until a newer version is asked for', async () => {
    const draw = draws(9);
    for (let version = 1; version <= 6; version += 1) await release(store.db, draw, version);
    const walks = beliefWalks();
    expect(await statements(walks, cutoff(4, 30))).toBe(1);
    expect(await statements(walks, cutoff(6, 30))).toBe(2);
    expect(await statements(walks, cutoff(4, 29))).toBe(0);
    // Above the cached range: a separate stretch.
    expect(await statements(walks, cutoff(4, 35))).toBeGreaterThan(0);
    expect(await statements(walks, cutoff(5, 34))).toBe(0);
    await release(store.db, draw, 7);
    expect(await statements(walks, cutoff(5, 28))).toBe(0);
    expect(await statements(walks, cutoff(7, 28))).toBe(2);
    // A legal removal has changed every version.
    expect(await statements(walks, { ...cutoff(5, 28), removals: 1 })).toBe(1);
    expect(await statements(walks, { ...cutoff(5, 28), removals: 1 })).toBe(2);
  });

  it('is a page where a belief has more revisions than are kept, and where states are asked for', async () => {
    const draw = draws(8);
    await release(store.db, draw, 1);
    for (let revision = 5; revision < 120; revision += 1)
      await revise(store.db, draw, { id: 'bel_000', revision, version: 1 });
    await store.db
      .raw(`insert into belief (collection, belief_id, entity_id, person_id, origin, observed_at, from_version)
      values ('live', 'bel_000', '${entityIdForTicker('T0')}', 'p0', 'statement', '${day(0)}', 1) on conflict do nothing`);
    const walks = beliefWalks();
    const all = { ...ofAda, limit: 100 };
    const expected: PlacedBelief[] = await listBeliefs(store.db, cutoff(1, 60), all);
    for (let times = 0; times < 3; times += 1) {
      const { result, lookUps } = await counting(() => walks.list(store.db, cutoff(1, 60), all));
      expect([result, lookUps]).toEqual([expected, 1]);
      const active: BeliefListQuestion = { ...all, filters: { status: 'active' } };
      expect((await counting(() => walks.list(store.db, cutoff(1, 60), active))).lookUps).toBeGreaterThan(0);
    }
    expect(expected.map(({ belief_id: id }) => id)).toContain('bel_000');
  });
});
