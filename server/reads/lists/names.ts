// Names of people at a cutoff, resolved from the cached history of their names.
import { remembered } from '../../memory/remembered.ts';
import type { Cutoff, Db, Instant } from '../../store/engine/db.ts';
import { groupedBy } from '../../store/engine/grouped.ts';
import {
  type DatedName,
  type RecordedName,
  STATEMENTS_READ_MAX,
  type StatedName,
  readNames,
} from '../../store/known/read-names.ts';
import { type PersonRow, byPerson, speakersNamed } from '../../store/known/read-people.ts';
import { readRows } from '../../store/engine/read.ts';

export type Name = Pick<PersonRow, 'name' | 'handle'>;

/** For each person the time of an eligible statement that names them; null if none is known. */
export type Speakers = ReadonlyMap<string, Instant | null>;

export type NameReader = {
  /** People without a name are absent. */
  at(db: Db, cutoff: Cutoff, speakers: Speakers): Promise<ReadonlyMap<string, Name>>;
};

/** The names of a person in every version up to `known`; a later release may have added names. */
type Names = {
  known: number;
  /** Null if no statement names the person. */
  stated: StatedNames | null;
  recorded: readonly RecordedName[];
};

/** The only name, or names with their first and last statements; of the latter all after `since` were read, or all. */
type StatedNames = { only: Name } | { only: null; dated: readonly DatedName[]; since: Instant | null };

const TIME_BYTES = 250;
const NAME_BYTES = 250;

export function nameReader(): NameReader {
  /** Some 100,000 people. A legal removal deletes names from every version, so each state has its own. */
  const kept = remembered<string, Names>('names', { sizeOf: bytesOf });
  const keyOf = ({ collection, removals = 0 }: Cutoff, id: string): string => `${collection} ${removals} ${id}`;

  /** Fills in names from the cache; returns the people whose names must still be read. */
  function fillFromCache(lookup: NameLookup, cutoff: Cutoff, speakers: Speakers): string[] {
    const missing: string[] = [];
    for (const [id, spokeAt] of speakers) {
      const known = kept.get(keyOf(cutoff, id));
      if (known === undefined || known.known < cutoff.version) missing.push(id);
      else addName(lookup, [id, spokeAt], nameAmong(known, cutoff, spokeAt));
    }
    return missing;
  }

  async function readMissing(db: Db, cutoff: Cutoff, missing: readonly string[]): Promise<Map<string, Names>> {
    const names = new Map<string, Names>();
    const { known, stated, dated, recorded } = await readNames(db, cutoff.collection, missing);
    const personOf = ({ person_id: id }: { person_id: string }): string => id;
    const statedOf = new Map(stated.map((one) => [one.person_id, one]));
    const [datedOf, recordedOf] = [groupedBy(dated, personOf), groupedBy(recorded, personOf)];
    for (const id of missing) {
      const read: Names = {
        known: known[0]?.version ?? 0,
        stated: statedNames(statedOf.get(id), datedOf.get(id) ?? []),
        recorded: recordedOf.get(id) ?? [],
      };
      kept.set(keyOf(cutoff, id), read);
      names.set(id, read);
    }
    return names;
  }

  return {
    async at(db, cutoff, speakers) {
      const lookup: NameLookup = { people: new Map(), undecided: [] };
      const missing = fillFromCache(lookup, cutoff, speakers);
      if (missing.length > 0) {
        for (const [id, found] of await readMissing(db, cutoff, missing)) {
          const spokeAt = speakers.get(id) ?? null;
          addName(lookup, [id, spokeAt], nameAmong(found, cutoff, spokeAt));
        }
      }
      if (lookup.undecided.length === 0) return lookup.people;
      return new Map([...lookup.people, ...byPerson(await readRows(db, speakersNamed(cutoff, lookup.undecided)))]);
    },
  };
}

type Speaker = readonly [id: string, spokeAt: Instant | null];

/** The resolved names, and the people whose statements must be looked up by version. */
type NameLookup = { people: Map<string, Name>; undecided: Speaker[] };

function addName({ people, undecided }: NameLookup, speaker: Speaker, name: Name | null | undefined): void {
  if (name === undefined) undecided.push(speaker);
  else if (name !== null) people.set(speaker[0], name);
}

function bytesOf({ stated, recorded }: Names): number {
  const names = stated === null ? 0 : stated.only === null ? stated.dated.length : 1;
  return TIME_BYTES + NAME_BYTES * (names + recorded.length);
}

function statedNames(one: StatedName | undefined, dated: readonly DatedName[]): StatedNames | null {
  if (one === undefined) return null;
  if (one.is_only) return { only: { name: one.name, handle: one.handle } };
  const isAll = dated.reduce((sum, { statements }) => sum + statements, 0) < STATEMENTS_READ_MAX;
  const oldest = dated.map(({ first }) => first).sort()[0];
  return { only: null, dated, since: isAll ? null : (oldest ?? null) };
}

/** Null: the person has no name. Undefined: the candidates disagree, or none is known: the store must decide. */
function nameAmong({ stated, recorded }: Names, cutoff: Cutoff, spokeAt: Instant | null): Name | null | undefined {
  if (stated === null) return recordedAt(recorded, cutoff.version);
  if (spokeAt === null) return undefined;
  return stated.only ?? datedAt(stated, cutoff, spokeAt);
}

/** The newest eligible statement is at `spokeAt` or later, so it is enough that all candidates from then on agree. */
function datedAt(
  { dated, since }: Extract<StatedNames, { only: null }>,
  { asOf }: Cutoff,
  spokeAt: Instant,
): Name | undefined {
  if (since !== null && spokeAt <= since) return undefined;
  const candidates = dated.filter(({ first, last }) => first <= asOf && last >= spokeAt);
  return candidates.length === 1 ? candidates[0] : undefined;
}

function recordedAt(recorded: readonly RecordedName[], version: number): Name | null {
  return recorded.find(({ from_version: from, until_version: until }) => from <= version && version < until) ?? null;
}
