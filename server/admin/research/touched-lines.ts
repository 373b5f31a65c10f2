// Lines of a report that name tickers and people.
import { movesInWords } from '../../../client/words/releases.ts';
import type { TouchedNames } from '../../ingest/release/touched.ts';
import type { NameSummary } from '../../store/published/release-effects.ts';

const more = ({ count, named }: NameSummary<unknown>, unit: string): string[] =>
  count > named.length ? [`    and ${count - named.length} more ${unit}`] : [];

export function touchedLines({
  tickers,
  people,
  renamed_listings: listings,
  renamed_people: renamed,
  priced,
}: TouchedNames): string[] {
  return [
    ...(tickers.count === 0 ? [] : [`  tickers: ${tickers.count}`]),
    ...tickers.named.map((one) => `    ${one.ticker ?? one.entity_id}: ${movesInWords(one) ?? 'no move'}`),
    ...more(tickers, 'tickers'),
    ...(people.count === 0 ? [] : [`  people: ${people.count}`]),
    ...people.named.map((one) => `    ${one.name ?? one.person_id}: ${movesInWords(one) ?? 'no move'}`),
    ...more(people, 'people'),
    ...listings.named.map(
      (one) =>
        `  listing: ${one.ticker_before ?? '-'} (${one.name_before ?? 'no name'}) becomes ${one.ticker ?? '-'} (${one.name ?? 'no name'})`,
    ),
    ...more(listings, 'listings'),
    ...renamed.named.map((one) => `  person: ${one.name_before} becomes ${one.name}`),
    ...more(renamed, 'people'),
    ...(priced.count === 0 ? [] : [`  prices of: ${priced.named.join(', ')}`, ...more(priced, 'tickers')]),
  ];
}
