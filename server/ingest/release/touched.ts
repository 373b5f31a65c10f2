// Names behind a release or withdrawal: tickers, people and beliefs that it touched, bounded, and one sentence for a log.
import { movesInWords } from '../../../client/words/releases.ts';
import { names } from '../files/name-lists.ts';
import type { Trx } from '../../store/engine/db.ts';
import type { Release } from '../../store/published/publish-rows.ts';
import {
  effectsByPerson,
  effectsByTicker,
  effectsInAll,
  renamedListings,
  renamedPeople,
  type NameSummary,
  type Moves,
  type PersonEffect,
  type RenamedListing,
  type RenamedPerson,
  type TickerEffect,
} from '../../store/published/release-effects.ts';

/** So many are named; the rest is counted. */
const NAMED = 20;

export type TouchedNames = {
  moves: Moves;
  tickers: NameSummary<TickerEffect>;
  people: NameSummary<PersonEffect>;
  beliefs: NameSummary<string>;
  renamed_listings: NameSummary<RenamedListing>;
  renamed_people: NameSummary<RenamedPerson>;
  /** Tickers whose prices it published. */
  priced: NameSummary<string>;
};

export async function touchedBy(trx: Trx, release: Release, priced: readonly string[] = []): Promise<TouchedNames> {
  const { beliefs, ...moves } = await effectsInAll(trx, release);
  return {
    moves,
    tickers: await effectsByTicker(trx, release, NAMED),
    people: await effectsByPerson(trx, release, NAMED),
    beliefs,
    renamed_listings: await renamedListings(trx, release, NAMED),
    renamed_people: await renamedPeople(trx, release, NAMED),
    priced: { count: priced.length, named: priced.slice(0, NAMED) },
  };
}

/** One sentence without internal ids where a name is known. */
export function sentenceOf(what: string, touched: TouchedNames): string {
  const { moves, tickers, people, priced, renamed_listings: listings, renamed_people: renamed } = touched;
  const moved = movesInWords(moves);
  const on = names({ ...tickers, named: tickers.named.map((one) => one.ticker ?? one.entity_id) }, 'tickers');
  const by = names({ ...people, named: people.named.map((one) => one.name ?? one.person_id) }, 'people');
  const listed = names({ ...listings, named: listings.named.map(renamedAs) }, 'listings');
  const called = names(
    { ...renamed, named: renamed.named.map((one) => `${one.name_before} as ${one.name}`) },
    'people',
  );
  const parts = [
    ...(moved === null ? [] : [`${moved} on ${on} by ${by}`]),
    ...(priced.count === 0 ? [] : [`published prices of ${names(priced, 'tickers')}`]),
    ...(listings.count === 0 ? [] : [`renamed ${listed}`]),
    ...(renamed.count === 0 ? [] : [`renamed ${called}`]),
  ];
  return parts.length === 0 ? `${what} changed no view, price or name.` : `${what} ${parts.join('; it ')}.`;
}

function renamedAs({ ticker, ticker_before: before, name, name_before: nameBefore }: RenamedListing): string {
  if (ticker !== before) return `${before ?? 'a listing'} as ${ticker ?? 'no ticker'}`;
  return `${ticker ?? 'a listing'} from ${nameBefore ?? 'no name'} to ${name ?? 'no name'}`;
}
