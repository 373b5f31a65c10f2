/** Request of a receipt in words, such as "AAPL, as of 22 June 2026". */
import type { Instant } from '../../../store/engine/db.ts';
import { lazy } from '../../../memory/lazy.ts';
import { operationWords } from '../../../access/key-operations.ts';

export type ReceiptRequest = {
  operation: string;
  /** Path and parameters, as the receipt keeps them. */
  request: string;
  as_of: Instant;
};

const dayFormat = lazy(
  () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

const dayWords = (instant: string): string => dayFormat().format(new Date(instant));

export function receiptWords({ operation, request, as_of: asOf }: ReceiptRequest): string {
  const { pathname, searchParams: asked } = new URL(request, 'https://receipt.invalid');
  const when = `as of ${dayWords(asOf)}`;
  const since = asked.get('since');
  if (operation === 'listChanges' && since !== null)
    return `Changes of ${asked.get('tickers') ?? 'everything'}, ${dayWords(since)} to ${dayWords(asOf)}`;
  const words = [subjectOf(operation, pathname, asked), ...extrasOf(asked), when];
  return words.join(', ');
}

function subjectOf(operation: string, path: string, asked: URLSearchParams): string {
  const subject = asked.get('ticker') ?? asked.get('entity_id');
  if (operation === 'getBrief' && subject !== null) return subject;
  if (operation === 'listBeliefs' && asked.get('view') === 'entities') return 'Companies with research';
  const whose = [asked.get('person_id'), subject && `on ${subject}`].filter((part) => part).join(' ');
  if (operation === 'listBeliefs') return whose === '' ? 'Views' : `Views of ${whose}`.replace('of on', 'on');
  // A record by its id: /v1/beliefs/ID.
  const [, , , id] = path.split('/');
  return id === undefined
    ? operationWords(operation)
    : `${records[operation] ?? operationWords(operation)} ${decoded(id)}`;
}

const records: Readonly<Record<string, string>> = {
  getBelief: 'View',
  getSource: 'Source',
  listEvidence: 'Evidence of source',
  getEvidence: 'Evidence',
};

function extrasOf(asked: URLSearchParams): string[] {
  return [asked.get('detail') === 'full' && 'in full', asked.has('cursor') && 'a later page'].filter(
    (part) => part !== false,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
