// Sentences that the service writes in an answer, and those that stand in it twice.
import { list, object } from './answered.ts';
import type { Json } from './answered.ts';

const texts = (items: unknown): string[] =>
  (Array.isArray(items) ? items : []).map((item) =>
    typeof item === 'string' ? item : String(object(item)['text'] ?? ''),
  );

/** A full stop after a single capital letter belongs to a name. */
export const split = (text: string): string[] =>
  text
    .split(/(?<=[.!?])(?<!(?<!\p{L})\p{Lu}\.)\s+(?=\p{Lu}|\d)/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

const PARTS = [
  'changes',
  'reasons',
  'disagreements',
  'catalysts',
  'risks',
  'invalidations',
  'comparable_history',
] as const;

/** Notes of a packet that the service derived; the author's own words may well be those of another thesis. */
function notesOf(thesis: Json, names: readonly string[]): string[] {
  const packet = object(thesis['packet']);
  return names.flatMap((name) =>
    list(packet[name])
      .filter(({ provenance }) => provenance === 'service_derived')
      .flatMap(({ statement }) => texts([statement])),
  );
}

/** Two theses may lack the same, so their unknowns are looked at within each thesis only. */
export function repeatedSentences(body: unknown): string[] {
  const document = object(body);
  const record = object(object(document['data'])['belief']);
  const theses = [...list(document['theses']), ...('packet' in record ? [record] : [])];
  const status = object(document['data_status']);
  const reasons = texts(object(document['trade_state'])['reasons']);
  const others = [
    ...texts(status['limitations']),
    ...texts(object(document['chart'])['limitations']),
    ...texts(object(document['related_context'])['limitations']),
    ...list(document['warnings']).map(({ message }) => String(message)),
    ...theses.flatMap((thesis) => notesOf(thesis, PARTS)),
  ];
  const freshness = texts([object(status['market_freshness'])['reason'] ?? '']);
  const places = [
    [...reasons, ...others],
    ...theses.map((thesis) => notesOf(thesis, ['unknowns'])),
    [...freshness, ...others],
  ];
  return [...new Set(places.flatMap((place) => twice(place.flatMap(split))))];
}

function twice(sentences: readonly string[]): string[] {
  return sentences.filter((sentence, i) => sentences.indexOf(sentence) !== i);
}
