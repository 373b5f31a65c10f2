// Ids of rows without one, from the cells that are the same in every export of the table, in any order of the rows.
import { createHash } from 'node:crypto';
import { foldTicker } from '../../terms/ticker.ts';

export type RowIdentity = {
  dataset: string;
  personId: string;
  ticker: string;
  at: { at: string; isDay: boolean };
  statement: string;
  url: string | null;
};

/** Line ends and spaces differ between programs that save a table. */
const plain = (text: string): string => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();

export function derivedRecordId({ dataset, personId, ticker, at, statement, url }: RowIdentity): string {
  const identity = [dataset, personId, foldTicker(ticker), at.at, at.isDay, plain(statement), url ?? ''];
  return `row:${createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32)}`;
}
