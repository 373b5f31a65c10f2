// Subjects from cached courses equal those of the store: random research, random cutoffs, and releases in between.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../store/engine/db.ts';
import type { Store } from '../store/engine/engine.ts';
import { entityIdForTicker } from '../store/engine/ids.ts';
import type { ResolvedCutoff } from '../store/known/clock.ts';
import type { EntityName } from '../store/known/read-entities.ts';
import { COURSES_ROWS_MAX } from '../store/known/read-courses.ts';
import { found } from '../store/engine/read.ts';
import { OPEN_VERSION } from '../store/migrations/001-020/001-research.ts';
import { openTestStore } from '../store/testing/store.ts';
import { calendarReader } from './calendar.ts';
import { courseReader } from './courses.ts';
import { priceReader } from './prices.ts';
import { type SubjectAtCutoff, type SubjectReader, readSubject, subjectReader } from './subject.ts';
import { DAYS, type Draw, day, draws, release, revise, tickers } from './testing/random-research.ts';

let store: Store;
beforeEach(async () => {
  store = await openTestStore();
});
afterEach(() => store.close());

/** Listings of one industry, without prices; one of them without own research. */
async function makeListings(db: Db): Promise<void> {
  for (const [place, ticker] of [...tickers, 'T3'].entries()) {
    const common = { collection: 'live', entity_id: entityIdForTicker(ticker), from_version: 1 };
    await db('entity').insert({
      ...common,
      kind: 'listing',
      ticker,
      ticker_folded: ticker,
      name: `Example ${place}`,
      name_basis: 'record',
    });
    await db('industry').insert({ ...common, key: ticker, sic: `737${place}`, observed_at: day(place) });
  }
}

/** In some versions the last listing belongs to another industry. */
async function moveListing(db: Db, draw: Draw, version: number): Promise<void> {
  if (version === 1 || draw(3) > 0) return;
  await db('industry').where({ key: 'T2', to_version: OPEN_VERSION }).update({ to_version: version });
  await db('industry').insert({
    collection: 'live',
    entity_id: entityIdForTicker('T2'),
    key: 'T2',
    sic: draw(2) === 0 ? '2834' : '7372',
    observed_at: day(draw(DAYS)),
    from_version: version,
  });
}

const cutoffAt = (version: number, days: number): ResolvedCutoff => ({
  collection: 'live',
  version,
  asOf: day(days),
  effectiveAt: null,
});

/** The queries of one question. */
async function counting(ask: () => Promise<SubjectAtCutoff | null>) {
  const queries: string[] = [];
  const note = ({ sql }: { sql: string }): void => void queries.push(sql);
  store.db.on('query', note);
  const subject = await ask().finally(() => store.db.removeListener('query', note));
  return { subject, queries, isFromMemory: !queries.some((sql) => sql.includes(found('states'))) };
}

/** The beliefs of a group come in no order. */
function inOrder(subject: SubjectAtCutoff | null) {
  if (subject === null) return null;
  const { entity, states, group } = subject;
  const byId = (a: { belief_id: string }, b: { belief_id: string }): number => (a.belief_id < b.belief_id ? -1 : 1);
  return { entity, states, companies: group.companies, related: [...group.beliefs].sort(byId) };
}

async function asker(): Promise<(reader: SubjectReader | null, cutoff: ResolvedCutoff, name: EntityName) => Ask> {
  const calendar = await calendarReader()(store.db, cutoffAt(1, 0));
  const prices = priceReader();
  return (reader, cutoff, name) => {
    const moment = { cutoff, calendar };
    return counting(() => reader?.at(store.db, moment, name) ?? readSubject(store.db, moment, { name, prices }));
  };
}

type Ask = ReturnType<typeof counting>;

describe('a subject from memory', () => {
  it('is the one that is looked up, at any cutoff of any version, whatever has been released since', async () => {
    const seen = { fromMemory: 0, states: 0, related: 0, revised: 0, unmoved: 0, days: 0 };
    const ask = await asker();
    for (let seed = 1; seed <= 5; seed += 1) {
      const draw = draws(seed);
      await store.db.raw('truncate belief, revision, person, entity, industry');
      await makeListings(store.db);
      const reader = subjectReader(priceReader());
      for (let version = 1; version <= 12; version += 1) {
        await release(store.db, draw, version);
        await moveListing(store.db, draw, version);
        for (let asked = 0; asked < 20; asked += 1) {
          const ticker = [...tickers, 'T3', 'NONE'][draw(5)] ?? '';
          const name = draw(2) === 0 ? { ticker } : { entityId: entityIdForTicker(ticker) };
          const cutoff = cutoffAt(1 + draw(version), draw(DAYS + 10));
          const expected = inOrder((await ask(null, cutoff, name)).subject);
          const { subject, isFromMemory } = await ask(reader, cutoff, name);
          expect(inOrder(subject), JSON.stringify({ seed, cutoff, name })).toEqual(expected);
          const states = expected?.states ?? [];
          seen.fromMemory += Number(isFromMemory);
          seen.states += states.length;
          seen.related += expected?.related.length ?? 0;
          seen.revised += states.filter((state) => state.is_revised).length;
          seen.unmoved += states.filter((state) => state.moved_at !== state.observed_at).length;
          seen.days += states.filter((state) => state.is_day).length;
        }
      }
    }
    expect(seen.fromMemory).toBeGreaterThan(1_000);
    expect(Math.min(seen.states, seen.related)).toBeGreaterThan(2_000);
    for (const some of [seen.revised, seen.unmoved, seen.days]) expect(some).toBeGreaterThan(200);
  });
});

/** Bytes for the beliefs about one of the listings. */
const ROOM_FOR_ONE = 45_000;

describe('what a repeated subject asks the store', () => {
  const t0 = { ticker: 'T0' };

  it('is the subject and its industry, until a newer version is asked for', async () => {
    const [ask, draw] = [await asker(), draws(7)];
    await makeListings(store.db);
    for (let version = 1; version <= 6; version += 1) await release(store.db, draw, version);
    const reader = subjectReader(priceReader());
    const queries = async (cutoff: ResolvedCutoff, name: EntityName = t0): Promise<number> =>
      (await ask(reader, cutoff, name)).queries.length;
    expect(await queries(cutoffAt(4, 30))).toBe(1);
    expect(await queries(cutoffAt(4, 29))).toBe(2);
    expect(await queries(cutoffAt(6, 35))).toBe(1);
    // Its courses are there already, as those of a company of the same industry.
    expect(await queries(cutoffAt(5, 35), { ticker: 'T1' })).toBe(1);
    expect((await ask(reader, cutoffAt(5, 34), { ticker: 'T1' })).isFromMemory).toBe(true);
    await release(store.db, draw, 7);
    expect(await queries(cutoffAt(5, 28))).toBe(1);
    expect(await queries(cutoffAt(7, 28))).toBe(2);
    // A legal removal has changed every version.
    expect(await queries({ ...cutoffAt(5, 28), removals: 1 })).toBe(2);
    expect(await queries({ ...cutoffAt(5, 27), removals: 1 })).toBe(1);
  });

  it('is all in the store where the industry has too many revisions, and where they are just being read', async () => {
    const [ask, draw] = [await asker(), draws(8)];
    await makeListings(store.db);
    for (let version = 1; version <= 3; version += 1) await release(store.db, draw, version);
    const expected = inOrder((await ask(null, cutoffAt(3, 40), t0)).subject);
    const reader = subjectReader(priceReader());
    await ask(reader, cutoffAt(3, 39), t0);
    const beside = await Promise.all([ask(reader, cutoffAt(3, 40), t0), ask(reader, cutoffAt(3, 40), t0)]);
    expect(beside.map(({ subject }) => inOrder(subject))).toEqual([expected, expected]);
    await revise(store.db, draw, { id: 'bel_000', revision: 5, version: 3 });
    await store.db.raw(
      `insert into revision (collection, belief_id, revision, entity_id, person_id, record_key, observed_at, direction,
         status, move, summary, source_citation_id, validity, external_state, body, from_version, to_version)
       select collection, belief_id, n, entity_id, person_id, record_key || n, observed_at, direction, status, move,
              summary, source_citation_id, validity, external_state, body, from_version, to_version
         from (select * from revision where belief_id = 'bel_000' order by revision limit 1) r
        cross join generate_series(100, ${100 + COURSES_ROWS_MAX}) n`,
    );
    const many = subjectReader(priceReader());
    const kinds: (readonly [number, boolean])[] = [];
    for (const days of [45, 46, 47, 48]) {
      const { subject, queries, isFromMemory } = await ask(many, cutoffAt(3, days), t0);
      expect(inOrder(subject)).toEqual(inOrder((await ask(null, cutoffAt(3, days), t0)).subject));
      kinds.push([queries.length, isFromMemory]);
    }
    // The second tries it, with two queries more; the others go to the store at once.
    expect(kinds).toEqual([
      [1, false],
      [3, false],
      [1, false],
      [1, false],
    ]);
  });

  it('keeps what a full memory has, and lets a further subject in only now and then', async () => {
    const [ask, draw] = [await asker(), draws(9)];
    await makeListings(store.db);
    for (let version = 1; version <= 4; version += 1) await release(store.db, draw, version);
    const small = subjectReader(priceReader(), courseReader(1_000));
    const counts: number[] = [];
    for (let days = 20; days < 24; days += 1) {
      const { subject, queries } = await ask(small, cutoffAt(4, days), t0);
      expect(inOrder(subject)).toEqual(inOrder((await ask(null, cutoffAt(4, days), t0)).subject));
      counts.push(queries.length);
    }
    // Courses that do not fit are read once; later questions go to the store.
    expect(counts).toEqual([1, 3, 1, 1]);

    // Each listing has a separate industry, and the first leaves no room for the second.
    await store.db.raw(`update industry set sic = '1' || right(sic, 1) || '00'`);
    const full = subjectReader(priceReader(), courseReader(ROOM_FOR_ONE));
    await ask(full, cutoffAt(4, 30), t0);
    expect((await ask(full, cutoffAt(4, 31), t0)).isFromMemory).toBe(true);
    const others: boolean[] = [];
    for (let days = 0; days < 17; days += 1)
      others.push((await ask(full, cutoffAt(4, days), { ticker: 'T1' })).isFromMemory);
    expect(others.filter(Boolean)).toHaveLength(1);
  });
});
