// One sentence on a load, with the tickers and people that it names.
import type { NamedByImport } from '../../store/staged/import-names.ts';
import { inList } from '../../../client/words/releases.ts';
import { names } from './name-lists.ts';
import type { LoadReport } from './loading.ts';

export function noNames(): NamedByImport {
  const none = { count: 0, named: [] };
  return { tickers: none, people: none, beliefs: none };
}

export function loadSentence({
  file,
  collection,
  dry_run: isDry,
  records,
  touched,
}: Pick<LoadReport, 'file' | 'collection' | 'dry_run' | 'records' | 'touched'>): string {
  const all = Object.values(records);
  const sum = (of: 'new' | 'replaced'): number => all.reduce((total, counts) => total + counts[of], 0);
  const [added, replaced] = [sum('new'), sum('replaced')];
  const place = `of ${file} for ${collection}`;
  if (added + replaced === 0) return `Nothing ${place} is new.`;
  const counts = [...(added > 0 ? [`${added} new`] : []), ...(replaced > 0 ? [`${replaced} changed`] : [])];
  const about = [
    ...(touched.tickers.count === 0 ? [] : [`on ${names(touched.tickers, 'tickers')}`]),
    ...(touched.people.count === 0 ? [] : [`by ${names(touched.people, 'people')}`]),
  ];
  const unit = added + replaced === 1 ? 'record' : 'records';
  return `${[isDry ? 'Checked' : 'Staged', inList(counts), unit, place, ...about].join(' ')}.`;
}
