// Printing of an answer: the document or a text with its cutoff, then the charge.
import type { ResearchResult } from '../../result.ts';
import { chargeLine, chargeOf, freeLine } from './charge.ts';
import type { Context } from '../command.ts';
import type { Sheet } from '../terminal/sheet.ts';
import { safeDocument, safeText } from '../terminal/safe-text.ts';

export type Show<T> = (document: T, sheet: Sheet) => void;

/** Prints a metered document. An address already contains its cutoff. */
export function printAnswer<T>(
  { output }: Context,
  result: ResearchResult<T>,
  show: Show<T>,
  { isOfAddress = false } = {},
): void {
  if (output.isJson) {
    output.document(result.bytes);
    return output.note((sheet) => sheet.say(`${chargeLine(chargeOf([result]))} Request id ${result.requestId}`));
  }
  output.print((sheet) => {
    show(safeDocument(result.data), sheet);
    sheet.gap();
    colophon({ asOf: isOfAddress ? null : result.asOf, digest: result.digest }, sheet);
    sheet.say(
      `${chargeLine(chargeOf([result]))} ${sheet.ink.paint('dim', `Request id ${safeText(result.requestId)}`)}`,
    );
  });
}

/** Footer of an answer: where to read the same bytes again, and their digest. */
export function colophon({ asOf, digest }: Pick<ResearchResult<unknown>, 'asOf' | 'digest'>, sheet: Sheet): void {
  const { paint } = sheet.ink;
  if (asOf !== null) sheet.say(paint('dim', `The same bytes again: --as-of ${safeText(asOf)}`));
  if (digest !== null) sheet.say(paint('dim', `Document ${safeText(digest)}`));
}

/** Prints a free document. */
export function printFree<T>({ output }: Context, result: ResearchResult<T>, show: Show<T>): void {
  if (output.isJson) return output.document(result.bytes);
  output.print((sheet) => {
    show(safeDocument(result.data), sheet);
    sheet.gap();
    sheet.say(freeLine);
  });
}
