// The direction of a row: the service's own words as they are, every other word by the mapping of the operator.
import { directions } from '../schemas/fields.ts';
import type { TableField } from './columns.ts';
import type { RatingSense } from './ratings.ts';

export type StatedDirection = { fields: { [field: string]: unknown } };

export type DirectionTexts = { direction: string; rating: string; basis: string; coverage: string };

const isDirection = (word: string): boolean => directions.some((one) => one === word.toLowerCase());

/** Named in the record as what classified the direction. */
const mapped = 'operator rating map';

/** Null for a word without a meaning. */
export function statedDirection(
  { direction, rating, basis, coverage }: DirectionTexts,
  columns: ReadonlyMap<TableField, number>,
  meaningOf: (word: string) => RatingSense | null,
): StatedDirection | null {
  const more = coverage === '' ? {} : { coverage };
  if (isDirection(direction)) {
    const own = rating === '' ? {} : { rating };
    const classified = basis === '' ? {} : { direction_basis: basis };
    return { fields: { direction: direction.toLowerCase(), ...classified, ...own, ...more } };
  }
  const isByDirection = direction !== '' || !columns.has('rating');
  const word = isByDirection ? direction : rating;
  const meaning = meaningOf(word);
  if (meaning === null) return null;
  const kept = rating === '' ? word : rating;
  const own = kept === '' ? {} : { rating: kept };
  if (meaning === 'dropped') return { fields: { direction: 'unclear', coverage: 'dropped', ...own } };
  return { fields: { direction: meaning, direction_basis: mapped, ...own, ...more } };
}
