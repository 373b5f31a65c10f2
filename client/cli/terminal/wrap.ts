// Line breaking at spaces. Addresses and ids stay whole, so that they can be opened and copied.
import { columnsOf, pieces } from './text-width.ts';

/** Words may be broken if they exceed a line; addresses, paths, ids and coloured texts may not. */
const isBreakable = (word: string): boolean => !/[\u001b]|:\/\/|^\(?\/|^[a-z]{2,6}_[0-9a-f]{8,}|^sha256:/.test(word);

/** Keeps the line breaks of the text; collapses runs of spaces. */
export function wrapped(text: string, columns: number): string[] {
  return text.split('\n').flatMap((paragraph) => linesOf(paragraph, Math.max(8, columns)));
}

function linesOf(paragraph: string, columns: number): string[] {
  const words = paragraph
    .split(/[ \t]+/)
    .filter((word) => word !== '')
    .flatMap((word) => (columnsOf(word) > columns && isBreakable(word) ? pieces(word, columns) : [word]));
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line === '') line = word;
    else if (columnsOf(line) + 1 + columnsOf(word) <= columns) line = `${line} ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}
