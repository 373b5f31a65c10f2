// Width of a text in terminal columns: colour codes take none, East Asian characters and emoji take two.

const colours = /\u001b\[[0-9;]*m/g;
const plainAscii = /^[\u0020-\u007e]*$/;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const takesNone = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const takesTwo =
  /^(?:\p{Emoji_Presentation}|\p{Emoji}\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}])/u;

export function columnsOf(text: string): number {
  const bare = text.replace(colours, '');
  if (plainAscii.test(bare)) return bare.length;
  let columns = 0;
  for (const { segment } of graphemes.segment(bare)) columns += widthOf(segment);
  return columns;
}

function widthOf(grapheme: string): number {
  if (takesNone.test(grapheme)) return 0;
  return takesTwo.test(grapheme) ? 2 : 1;
}

export function padded(text: string, columns: number, side: 'left' | 'right' = 'right'): string {
  const space = ' '.repeat(Math.max(0, columns - columnsOf(text)));
  return side === 'right' ? `${text}${space}` : `${space}${text}`;
}

/** Truncates a text without colours to a width, and appends a sign. */
export function shortened(text: string, columns: number, sign: string): string {
  if (columnsOf(text) <= columns) return text;
  let kept = '';
  let width = columnsOf(sign);
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > columns) break;
    kept += segment;
  }
  return `${kept.trimEnd()}${sign}`;
}

/** Splits a word that is longer than a line into pieces of at most this width. */
export function pieces(word: string, columns: number): string[] {
  const found: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && columnsOf(piece) + widthOf(segment) > columns) {
      found.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return piece === '' ? found : [...found, piece];
}
