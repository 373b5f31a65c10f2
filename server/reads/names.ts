// Names of people at a cutoff, resolved from the cached history of their names.
import { remembered } from '../memory/remembered.ts';
import type { Cutoff, Db, Instant } from '../store/engine/db.ts';
import { groupedBy } from '../store/engine/grouped.ts';
import {
  type NameQuestion,
  type RecordedName,
  STATEMENTS_READ_MAX,
  type StatedName,
  readNames,
} from '../store/known/read-names.ts';
import { type PersonRow, byPerson, peopleNamed } from '../store/known/read-people.ts';
import { readRows } from '../store/engine/read.ts';

export type Name = Pick<PersonRow, 'name' | 'handle'>;

/** For each person the time of an eligible statement that names them; null if none is known. */
export type Speakers = ReadonlyMap<string, Instant | null>;

export type NameReader = {
  /** People without a name are absent. */
  at(db: Db, cutoff: Cutoff, speakers: Speakers): Promise<ReadonlyMap<string, Name>>;
};

/** The names of a person in a period. */
type Names = {
  /** The version of this reading; a later release may have added names. */
  known: number;
  told: readonly (StatedName & Name)[];
  /** All statements after `since` and not after `until` were read; null means unbounded. */
  since: Instant | null;
  until: Instant | null;
  recorded: readonly RecordedName[];
};

const TIME_BYTES = 250;
const NAME_BYTES = 250;
/** For a person with thousands of statements. */
const TIMES_MAX = 32;

export function nameReader(): NameReader {
  /** Some 100,000 people. A legal removal deletes names from every version, so each state has its own. */
  const kept = remembered<string, readonly Names[]>('names', { sizeOf: bytesOf });
  const keyOf = ({ collection, removals = 0 }: Cutoff, id: string): string => `${collection} ${removals} ${id}`;

  /** Fills in names from the cache; returns the people whose names must still be read. */
  function fillFromCache(lookup: NameLookup, cutoff: Cutoff, speakers: Speakers): NameQuestion[] {
    const missing: NameQuestion[] = [];
    for (const [id, spokeAt] of speakers) {
      const known = kept.get(keyOf(cutoff, id));
      const found = known?.find((one) => cutoff.version <= one.known && isRead(one, cutoff, spokeAt));
      if (found !== undefined) addName(lookup, id, nameAmong(found, cutoff, spokeAt));
      else if (known?.some((one) => cutoff.version <= one.known) !== true) missing.push({ personId: id, until: null });
      else if (spokeAt !== null) missing.push({ personId: id, until: cutoff.asOf });
      else lookup.undecided.push(id);
    }
    return missing;
  }

  async function readMissing(db: Db, cutoff: Cutoff, missing: readonly NameQuestion[]): Promise<Map<string, Names>> {
    const names = new Map<string, Names>();
    const { known, told, recorded } = await readNames(db, cutoff.collection, missing);
    const personOf = ({ person_id: id }: { person_id: string }): string => id;
    const [toldOf, recordedOf] = [groupedBy(told, personOf), groupedBy(recorded, personOf)];
    for (const { personId: id, until } of missing) {
      const [all, records] = [toldOf.get(id) ?? [], recordedOf.get(id) ?? []];
      const read: Names = { known: known[0]?.version ?? 0, until, ...sinceOf(all), recorded: records };
      const others = kept.peek(keyOf(cutoff, id))?.filter((one) => one.known === read.known) ?? [];
      kept.set(keyOf(cutoff, id), [read, ...others].slice(0, TIMES_MAX));
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
          addName(lookup, id, isRead(found, cutoff, spokeAt) ? nameAmong(found, cutoff, spokeAt) : undefined);
        }
      }
      if (lookup.undecided.length === 0) return lookup.people;
      return new Map([...lookup.people, ...byPerson(await readRows(db, peopleNamed(cutoff, lookup.undecided)))]);
    },
  };
}

/** The resolved names, and the people whose statements must be looked up by version. */
type NameLookup = { people: Map<string, Name>; undecided: string[] };

function addName({ people, undecided }: NameLookup, id: string, name: Name | null | undefined): void {
  if (name === undefined) undecided.push(id);
  else if (name !== null) people.set(id, name);
}

function bytesOf(times: readonly Names[]): number {
  return times.reduce((sum, { told, recorded }) => sum + TIME_BYTES + NAME_BYTES * (told.length + recorded.length), 0);
}

function sinceOf(told: readonly StatedName[]): Pick<Names, 'told' | 'since'> {
  const isAll = told.reduce((sum, { statements }) => sum + statements, 0) < STATEMENTS_READ_MAX;
  const oldest = told.map(({ first }) => first).sort()[0];
  return {
    told: told.filter((one): one is StatedName & Name => one.name !== null),
    since: isAll ? null : (oldest ?? null),
  };
}

/** True if these are all the names that the person may have at the cutoff, given a known statement at `spokeAt`. */
function isRead({ since, until }: Names, { asOf }: Cutoff, spokeAt: Instant | null): boolean {
  return (until === null || asOf <= until) && (since === null || (spokeAt !== null && spokeAt > since));
}

/**
 * Null: the person has no name. Undefined: the candidates disagree, so the store must decide. The newest eligible
 * statement is at `spokeAt` or later, so it is enough that all candidates from then on agree.
 */
function nameAmong({ told, recorded }: Names, cutoff: Cutoff, spokeAt: Instant | null): Name | null | undefined {
  const mayBe = ({ first, last }: StatedName): boolean => first <= cutoff.asOf && (spokeAt === null || last >= spokeAt);
  const only = told.find(mayBe);
  if (only === undefined) return recordedAt(recorded, cutoff.version);
  const isOne = spokeAt !== null && told.findLast(mayBe) === only;
  return isOne ? only : undefined;
}

function recordedAt(recorded: readonly RecordedName[], version: number): Name | null {
  return recorded.find(({ from_version: from, until_version: until }) => from <= version && version < until) ?? null;
}
