// Random research in the store: beliefs whose rows are closed and opened by each version, in any order of observation.
import { random } from '../../testing/random.ts';
import type { Db, Instant } from '../../store/engine/db.ts';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { OPEN_VERSION } from '../../store/migrations/001-020/001-research.ts';

/** Pseudo-random whole numbers from 0 to below a bound; the same sequence for the same seed. */
export function draws(seed: number): (below: number) => number {
  const next = random(seed);
  return (below) => Math.floor(next() * below);
}

export const DAYS = 40;
export const day = (number: number): Instant => new Date(Date.UTC(2024, 0, 1 + number)).toISOString();
export const tickers = ['T0', 'T1', 'T2'];
export const people = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'];

export type Draw = (below: number) => number;

/** One more version: rows of any age are closed and opened, so a belief may begin later or change its statement. */
export async function release(db: Db, draw: Draw, version: number): Promise<void> {
  const beliefs = Array.from({ length: 6 + draw(10) }, () => `bel_${String(draw(90)).padStart(3, '0')}`);
  for (const id of new Set(beliefs)) {
    await db('belief').where({ belief_id: id, to_version: OPEN_VERSION }).update({ to_version: version });
    if (draw(6) > 0) {
      const number = Number(id.slice(4));
      await db('belief').insert({
        collection: 'live',
        belief_id: id,
        entity_id: entityIdForTicker(tickers[number % 3] ?? ''),
        person_id: people[number % 6],
        origin: 'statement',
        ...observed(draw, day(draw(DAYS))),
        from_version: version,
      });
    }
    for (let revision = 1 + draw(2); revision <= 4; revision += 1 + draw(2))
      await revise(db, draw, { id, revision, version });
  }
  const person = people[draw(people.length)];
  await db('person').where({ person_id: person, to_version: OPEN_VERSION }).update({ to_version: version });
  if (draw(3) > 0) {
    const record = { collection: 'live', person_id: person, name: `Recorded ${draw(3)}`, from_version: version };
    await db('person').insert(record);
  }
  await db('head').where({ collection: 'live' }).update({ version });
}

/** Every fourth row is known to the day, and counts from another instant than it was loaded with. */
function observed(draw: Draw, at: Instant): { observed_at: Instant; observed_as: Instant | null } {
  return { observed_at: at, observed_as: draw(4) === 0 ? at.replace('T00', 'T12') : null };
}

function bodyOf(draw: Draw): object {
  return {
    direction_stated_at: day(draw(DAYS)),
    ...(draw(6) === 0 && { review: { by: 'a desk' } }),
    ...(draw(3) === 0 && { horizon: { text: 'This year.', until_on: day(draw(DAYS)).slice(0, 10) } }),
  };
}

type RevisedRow = { id: string; revision: number; version: number };

export async function revise(db: Db, draw: Draw, { id, revision, version }: RevisedRow): Promise<void> {
  const number = Number(id.slice(4));
  await db('revision').where({ belief_id: id, revision, to_version: OPEN_VERSION }).update({ to_version: version });
  if (draw(8) === 0) return;
  // The first person always has the same name, the second never has one; the names of the others vary.
  const name = [`Ada`, null, 'Bo', `Cy ${draw(2)}`, draw(3) === 0 ? null : `Di ${draw(4)}`, 'Ed'][number % 6] ?? null;
  await db('revision').insert({
    collection: 'live',
    belief_id: id,
    revision,
    entity_id: entityIdForTicker(tickers[number % 3] ?? ''),
    person_id: people[number % 6],
    person_name: name,
    person_handle: name === null || name === 'Ada' || draw(2) === 0 ? null : `@${name}`,
    record_key: `${id} ${revision} ${draw(1_000_000)}`,
    ...observed(draw, day(draw(DAYS + 10))),
    late: draw(5) === 0,
    direction: ['bullish', 'bearish', 'mixed'][draw(3)],
    status: 'active',
    move: 'none',
    summary: `Cheap, ${draw(100)}.`,
    body: JSON.stringify(bodyOf(draw)),
    source_citation_id: 'cit',
    validity: 'unknown',
    external_state: 'unknown',
    from_version: version,
  });
}
