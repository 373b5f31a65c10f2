// Test support: a plain sheet, and the hand-written documents of the contract.
import { readFileSync } from 'node:fs';
import { signs } from '../../terminal/glyphs.ts';
import type { Ink } from '../../terminal/ink.ts';
import { noPaint } from '../../terminal/paint.ts';
import { Sheet } from '../../terminal/sheet.ts';

export const plainInk: Ink = { width: 100, prose: 100, paint: noPaint, glyphs: signs, isAscii: false };

/** Lines that `write` prints. */
export function printed(write: (sheet: Sheet) => void): string {
  const sheet = new Sheet(plainInk);
  write(sheet);
  return sheet.toString();
}

/** A document from fixtures/documents/valid. */
export function written<Document>(file: string, name: string): Document {
  const folder = new URL('../../../../fixtures/documents/valid/', import.meta.url);
  const { documents } = JSON.parse(readFileSync(new URL(`${file}.json`, folder), 'utf8')) as {
    documents: Record<string, Document>;
  };
  const found = documents[name];
  if (found === undefined) throw new Error(`${file} has no document ${name}`);
  return found;
}
