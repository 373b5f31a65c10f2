// Releases in words: one sentence for command line, feed and reports.
import type { ReleaseCounts, ReleaseItem } from '../../generated/api.ts';
import { capital, counted } from './text.ts';

const moved: readonly (readonly [keyof ReleaseCounts, string])[] = [
  ['opened', 'opened'],
  ['revised', 'revised'],
  ['reversed', 'reversed'],
  ['closed', 'closed'],
  ['withdrawn', 'withdrew'],
  ['rewritten', 'rewrote'],
  ['unmoved', 'added late statements to'],
];

/** Tickers that a sentence names; the rest is counted. */
const NAMED = 5;

export const inList = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

/** `opened 2 views and reversed 1`, or null if nothing moved. */
export function movesInWords(counts: ReleaseCounts): string | null {
  const done = moved.filter(([name]) => counts[name] > 0);
  const parts = done.map(([name, verb], at) => `${verb} ${at === 0 ? counted(counts[name], 'view') : counts[name]}`);
  return parts.length === 0 ? null : inList(parts);
}

/** `Release 7 opened 2 views; it touched KLPF and NWTB; it published prices of 12 tickers.` */
export function releaseSentence(release: ReleaseItem): string {
  const what = `${capital(release.kind)} ${release.number}`;
  const moves = movesInWords(release.counts);
  const touched = touchedNames(release);
  const { priced_ticker_count: priced } = release;
  const parts = [
    ...(moves === null ? [] : [moves]),
    ...(touched.length === 0 ? [] : [`touched ${inList(touched)}`]),
    ...(priced === null || priced === 0 ? [] : [`published prices of ${counted(priced, 'ticker')}`]),
  ];
  return parts.length === 0 ? `${what} changed no view, price or name.` : `${what} ${parts.join('; it ')}.`;
}

function touchedNames({ tickers, omitted_ticker_count: omitted, entity_count: entities }: ReleaseItem): string[] {
  const more = omitted + Math.max(0, tickers.length - NAMED);
  return [
    ...tickers.slice(0, NAMED),
    ...(more === 0 ? [] : [counted(more, 'more ticker')]),
    ...(entities === 0 ? [] : [counted(entities, 'entity without a ticker', 'entities without a ticker')]),
  ];
}
