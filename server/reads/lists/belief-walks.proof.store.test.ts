// Pages from cached stretches equal pages from the store: random research, random cutoffs, and releases in between.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { random } from '../../testing/random.ts';
import type { Cutoff, Instant } from '../../store/engine/db.ts';
import type { Store } from '../../store/engine/engine.ts';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { OPEN_VERSION } from '../../store/migrations/001-020/001-research.ts';
import { type BeliefListQuestion, type PlacedBelief, listBeliefs } from '../../store/known/lists/read-belief-list.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { type BeliefWalks, beliefWalks } from './belief-walks.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

/** Pseudo-random whole numbers from 0 to below a bound; the same sequence for the same seed. */
function draws(seed: number): (below: number) => number {
  const next = random(seed);
  return (below) => Math.floor(next() * below);
}

const DAYS = 40;
const day = (number: number): Instant => new Date(Date.UTC(2024, 0, 1 + number)).toISOString();
const tickers = ['T0', 'T1', 'T2'];
const people = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'];

type Draw = (below: number) => number;

/** One more version: rows of any age are closed and opened, so a belief may begin later or change its statement. */
async function release(draw: Draw, version: number): Promise<void> {
  const beliefs = Array.from({ length: 6 + draw(10) }, () => `bel_${String(draw(90)).padStart(3, '0')}`);
  for (const id of new Set(beliefs)) {
    await store.db('belief').where({ belief_id: id, to_version: OPEN_VERSION }).update({ to_version: version });
    if (draw(6) > 0) {
      const number = Number(id.slice(4));
      await store.db('belief').insert({
        collection: 'live',
        belief_id: id,
        entity_id: entityIdForTicker(tickers[number % 3] ?? ''),
        person_id: people[number % 6],
        origin: 'statement',
        observed_at: day(draw(DAYS)),
        from_version: version,
      });
    }
    for (let revision = 1 + draw(2); revision <= 4; revision += 1 + draw(2))
      await revise(draw, { id, revision, version });
  }
  const person = people[draw(people.length)];
  await store.db('person').where({ person_id: person, to_version: OPEN_VERSION }).update({ to_version: version });
  if (draw(3) > 0) {
    const record = { collection: 'live', person_id: person, name: `Recorded ${draw(3)}`, from_version: version };
    await store.db('person').insert(record);
  }
  await store.db('head').where({ collection: 'live' }).update({ version });
}

type RevisedRow = { id: string; revision: number; version: number };

async function revise(draw: Draw, { id, revision, version }: RevisedRow): Promise<void> {
  const number = Number(id.slice(4));
  await store
    .db('revision')
    .where({ belief_id: id, revision, to_version: OPEN_VERSION })
    .update({ to_version: version });
  if (draw(8) === 0) return;
  // The first person always has the same name, the second never has one; the names of the others vary.
  const name = [`Ada`, null, 'Bo', `Cy ${draw(2)}`, draw(3) === 0 ? null : `Di ${draw(4)}`, 'Ed'][number % 6] ?? null;
  await store.db('revision').insert({
    collection: 'live',
    belief_id: id,
    revision,
    entity_id: entityIdForTicker(tickers[number % 3] ?? ''),
    person_id: people[number % 6],
    person_name: name,
    person_handle: name === null || name === 'Ada' || draw(2) === 0 ? null : `@${name}`,
    record_key: `${id} ${revision} ${draw(1_000_000)}`,
    observed_at: day(draw(DAYS + 10)),
    direction: 'bullish',
    status: 'active',
    move: 'none',
    summary: 'Cheap.',
    source_citation_id: 'cit',
    validity: 'unknown',
    external_state: 'unknown',
    from_version: version,
  });
}

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
        await release(draw, version);
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
    const draw = draws(7);
    for (let version = 1; version <= 6; version += 1) await release(draw, version);
    const walks = beliefWalks();
    expect(await statements(walks, cutoff(4, 30))).toBe(1);
    expect(await statements(walks, cutoff(6, 30))).toBe(2);
    expect(await statements(walks, cutoff(4, 29))).toBe(0);
    // Above the cached range: a separate stretch.
    expect(await statements(walks, cutoff(4, 35))).toBeGreaterThan(0);
    expect(await statements(walks, cutoff(5, 34))).toBe(0);
    await release(draw, 7);
    expect(await statements(walks, cutoff(5, 28))).toBe(0);
    expect(await statements(walks, cutoff(7, 28))).toBe(2);
    // A legal removal has changed every version.
    expect(await statements(walks, { ...cutoff(5, 28), removals: 1 })).toBe(1);
    expect(await statements(walks, { ...cutoff(5, 28), removals: 1 })).toBe(2);
  });

  it('is a page where a belief has more revisions than are kept, and where states are asked for', async () => {
    const draw = draws(8);
    await release(draw, 1);
    for (let revision = 5; revision < 120; revision += 1) await revise(draw, { id: 'bel_000', revision, version: 1 });
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
