// Near misses: tickers and people that a file opens although they resemble known ones, and under --strict all that no master names.
import { statementLines } from '../../store/staged/import-lookups.ts';
import { listedTickers } from '../../store/known/listed-tickers.ts';
import {
  likeListings,
  likePeople,
  type Person,
  unnamedPeople,
  unnamedTickers,
} from '../../store/staged/near-misses.ts';
import { shown, type Faults } from '../files/faults.ts';
import type { ImportOptions } from '../files/loading.ts';
import { NearTickers } from '../prices/near-tickers.ts';

/** So many people of a file are kept in mind; under --strict all of them. */
export const peopleMax = 20_000;
/** Among more new people than these, names that occur twice say little, and all released names are read for them. */
const comparedMax = 1_000;
const namedMax = 5;

export type Opening = {
  loading: ImportOptions;
  importId: number;
  faults: Faults;
  /** Tickers of statements, each with its first line. */
  tickers: ReadonlyMap<string, number>;
  people: ReadonlyMap<string, { name: string; line: number }>;
  hasEntities: boolean;
};

export async function checkNearMisses(opening: Opening): Promise<void> {
  const { loading, importId, faults, hasEntities } = opening;
  const { db, collection } = loading;
  await checkTickersOpened(opening);
  await checkPeopleOpened(opening);
  if (!hasEntities) return;
  const like = await likeListings(db, { importId, collection });
  noteAll(
    faults,
    'new listings have the name, or another spelling of the ticker, of a known one',
    like.map(({ line, ticker, other }) => `${ticker} (line ${line}), like ${other}`),
  );
}

async function checkTickersOpened({ loading, importId, faults, tickers }: Opening): Promise<void> {
  const { db, collection, strict } = loading;
  const unnamed = await unnamedTickers(db, { importId, collection }, [...tickers.keys()]);
  if (unnamed.length === 0) return;
  const asked = { path: ['security', 'ticker'], values: unnamed, outcomes: ['new', 'replaced'] as const };
  const lines = await statementLines(db, importId, asked);
  const listed = new NearTickers(await listedTickers(db, collection), 1);
  const near = unnamed.flatMap((ticker) => {
    const [line] = lines.get(ticker) ?? [];
    return line === undefined ? [] : [{ ticker, line, nearest: listed.nearest(ticker) }];
  });
  for (const one of strict === true ? near : []) {
    const meant = one.nearest.length === 0 ? '' : ` (nearest: ${one.nearest.join(', ')})`;
    const fix = 'correct it, or load its security first';
    faults.add({ line: one.line, field: 'security.ticker' }, `no security master names ${one.ticker}${meant}`, fix);
  }
  const resembling = near.filter((one) => one.nearest.length > 0);
  noteAll(
    faults,
    'new tickers that no security master names resemble listed ones',
    resembling.map((one) => `${one.ticker} (line ${one.line}), like ${one.nearest.join(', ')}`),
  );
}

async function checkPeopleOpened({ loading, importId, faults, people }: Opening): Promise<void> {
  const { db, collection, strict } = loading;
  const all: Person[] = [...people].map(([id, { name, line }]) => ({ id, name, line }));
  if (all.length === 0) return;
  const unnamed = await unnamedPeople(db, { importId, collection }, all);
  const opened = all.filter(({ id }) => unnamed.has(id));
  if (opened.length === 0) return;
  for (const { id, name, line } of strict === true ? opened : []) {
    const what = `no person record names ${shown(id)} (${shown(name)})`;
    faults.add({ line, field: 'person.id' }, what, 'correct it, or load a person record first');
  }
  if (opened.length > comparedMax) {
    faults.note(
      `${opened.length} new people are opened; above ${comparedMax} they are not compared with the known ones`,
    );
    return;
  }
  const like = await likePeople(db, collection, opened);
  noteAll(
    faults,
    'new people have the name, or another spelling of the id, of a known one',
    like.map(({ id, name, line, other }) => `${id} ${shown(name)} (line ${line}), like ${other}`),
  );
}

function noteAll(faults: Faults, what: string, found: readonly string[]): void {
  if (found.length === 0) return;
  const more = found.length > namedMax ? `; and ${found.length - namedMax} more` : '';
  faults.note(`${found.length} ${what}: ${found.slice(0, namedMax).join('; ')}${more}`);
}
