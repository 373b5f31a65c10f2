// The names of people at a cutoff, told from all that they have ever been called, which is kept from one question to the next.
import { LRUCache } from 'lru-cache';
import type { Cutoff, Db, Instant } from '../store/engine/db.ts';
import { groupedBy } from '../store/engine/grouped.ts';
import {
  type NamesAsked,
  type RecordedName,
  STATEMENTS_READ_MAX,
  type ToldName,
  readNames,
} from '../store/known/read-names.ts';
import { type PersonRow, byPerson, peopleNamed } from '../store/known/read-people.ts';
import { readRows } from '../store/engine/read.ts';

/** What somebody is called. */
export type Name = Pick<PersonRow, 'name' | 'handle'>;

/** Of each person the time of an eligible statement that names them; null where none is known. */
export type Speakers = ReadonlyMap<string, Instant | null>;

export type NameReader = {
  /** Who has no name is absent. */
  at(db: Db, cutoff: Cutoff, speakers: Speakers): Promise<ReadonlyMap<string, Name>>;
};

/** What a person was called in a time. */
type Names = {
  /** A later release may have added to them. */
  known: number;
  told: readonly (ToldName & Name)[];
  /** All statements after `since` and up to `until` were read; null for no such bound. */
  since: Instant | null;
  until: Instant | null;
  recorded: readonly RecordedName[];
};

/** Of each state: some 30,000 people. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;
const TIME_BYTES = 250;
const NAME_BYTES = 250;
const STATES_MAX = 3;
/** Of somebody who has made thousands of statements. */
const TIMES_MAX = 32;

export function nameReader(): NameReader {
  /** A legal removal takes names from every version. */
  const kept = new LRUCache<string, LRUCache<string, readonly Names[]>>({ max: STATES_MAX });
  function keptAt({ collection, removals = 0 }: Cutoff): LRUCache<string, readonly Names[]> {
    const state = `${collection} ${removals}`;
    const found =
      kept.get(state) ?? new LRUCache<string, readonly Names[]>({ maxSize: KEPT_BYTES_MAX, sizeCalculation: bytesOf });
    kept.set(state, found);
    return found;
  }

  /** Tells who is kept, and says who of the rest is worth reading: the newest names of a person, then those of another time. */
  function tellKept(told: Told, cutoff: Cutoff, speakers: Speakers): NamesAsked[] {
    const missing: NamesAsked[] = [];
    const people = keptAt(cutoff);
    for (const [id, spokeAt] of speakers) {
      const known = people.get(id);
      const found = known?.find((one) => cutoff.version <= one.known && isRead(one, cutoff, spokeAt));
      if (found !== undefined) tell(told, id, nameAmong(found, cutoff, spokeAt));
      else if (known?.some((one) => cutoff.version <= one.known) !== true) missing.push({ personId: id, until: null });
      else if (spokeAt !== null) missing.push({ personId: id, until: cutoff.asOf });
      else told.undecided.push(id);
    }
    return missing;
  }

  async function readMissing(db: Db, cutoff: Cutoff, missing: readonly NamesAsked[]): Promise<Map<string, Names>> {
    const names = new Map<string, Names>();
    const { known, told, recorded } = await readNames(db, cutoff.collection, missing);
    const people = keptAt(cutoff);
    const personOf = ({ person_id: id }: { person_id: string }): string => id;
    const [toldOf, recordedOf] = [groupedBy(told, personOf), groupedBy(recorded, personOf)];
    for (const { personId: id, until } of missing) {
      const [all, records] = [toldOf.get(id) ?? [], recordedOf.get(id) ?? []];
      const read: Names = { known: known[0]?.version ?? 0, until, ...sinceOf(all), recorded: records };
      const others = people.get(id)?.filter((one) => one.known === read.known) ?? [];
      people.set(id, [read, ...others].slice(0, TIMES_MAX));
      names.set(id, read);
    }
    return names;
  }

  return {
    async at(db, cutoff, speakers) {
      const told: Told = { people: new Map(), undecided: [] };
      const missing = tellKept(told, cutoff, speakers);
      if (missing.length > 0) {
        for (const [id, found] of await readMissing(db, cutoff, missing)) {
          const spokeAt = speakers.get(id) ?? null;
          tell(told, id, isRead(found, cutoff, spokeAt) ? nameAmong(found, cutoff, spokeAt) : undefined);
        }
      }
      if (told.undecided.length === 0) return told.people;
      return new Map([...told.people, ...byPerson(await readRows(db, peopleNamed(cutoff, told.undecided)))]);
    },
  };
}

/** Who is called what, and of whom the versions of the statements have to be looked at. */
type Told = { people: Map<string, Name>; undecided: string[] };

function tell({ people, undecided }: Told, id: string, name: Name | null | undefined): void {
  if (name === undefined) undecided.push(id);
  else if (name !== null) people.set(id, name);
}

function bytesOf(times: readonly Names[]): number {
  return times.reduce((sum, { told, recorded }) => sum + TIME_BYTES + NAME_BYTES * (told.length + recorded.length), 0);
}

function sinceOf(told: readonly ToldName[]): Pick<Names, 'told' | 'since'> {
  const isAll = told.reduce((sum, { statements }) => sum + statements, 0) < STATEMENTS_READ_MAX;
  const oldest = told.map(({ first }) => first).sort()[0];
  return {
    told: told.filter((one): one is ToldName & Name => one.name !== null),
    since: isAll ? null : (oldest ?? null),
  };
}

/** Whether these are all the names that may be the person's at the cutoff, who is known to have spoken then. */
function isRead({ since, until }: Names, { asOf }: Cutoff, spokeAt: Instant | null): boolean {
  return (until === null || asOf <= until) && (since === null || (spokeAt !== null && spokeAt > since));
}

/**
 * Null for nobody's name; undefined where only the versions of the statements could tell. One of those at `spokeAt` or
 * later is the newest that is eligible, so it is enough that all of these which may be call the person the same.
 */
function nameAmong({ told, recorded }: Names, cutoff: Cutoff, spokeAt: Instant | null): Name | null | undefined {
  const mayBe = ({ first, last }: ToldName): boolean => first <= cutoff.asOf && (spokeAt === null || last >= spokeAt);
  const only = told.find(mayBe);
  if (only === undefined) return recordedAt(recorded, cutoff.version);
  const isOne = spokeAt !== null && told.findLast(mayBe) === only;
  return isOne ? only : undefined;
}

function recordedAt(recorded: readonly RecordedName[], version: number): Name | null {
  return recorded.find(({ from_version: from, until_version: until }) => from <= version && version < until) ?? null;
}
