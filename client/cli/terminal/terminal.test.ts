// Text on its way to a terminal: sanitised, measured in columns, wrapped and put in tables.
import { describe, expect, it } from 'vitest';
import { asciiSigns, signs } from './glyphs.ts';
import { type Ink, inkFor } from './ink.ts';
import { colourPaint, noPaint, paintFor } from './paint.ts';
import { safeDocument, safeJson, safeText } from './safe-text.ts';
import { tableLines } from './table.ts';
import { columnsOf, padded, shortened } from './text-width.ts';
import { wrapped } from './wrap.ts';

const ink: Ink = { width: 40, prose: 40, paint: noPaint, glyphs: signs, isAscii: false };

describe('text of others', () => {
  it('keeps every ordinary character of every script, and loses every control', () => {
    const kept = 'plain, Ünïcödé, 日本語, Ελληνικά, हिन्दी, עברית, 👩‍🔬, ☂️, tab\tand\nline';
    expect(safeText(kept)).toBe(kept);
    for (let code = 0; code < 0xa0; code += 1) {
      const found = safeText(`a${String.fromCharCode(code)}b`);
      const isControl = (code < 0x20 && code !== 9 && code !== 10 && code !== 13) || code >= 0x7f;
      expect([code, found]).toEqual([
        code,
        isControl ? 'a\ufffdb' : code === 13 ? 'a\nb' : `a${String.fromCharCode(code)}b`,
      ]);
    }
    expect(safeText('a\u202eb\u2066c\u200bd\ufeffe\u{e0041}f\u2028g\ud800h')).toBe('abcdef\ng\ufffdh');
  });

  it('is made harmless in every field of a document, under any name', () => {
    const bad = '\u001b[31m';
    const clean = safeDocument(
      JSON.parse(`{"a":[{"${'\\u001b'}b":"x\\u001b[2Jy"}],"__proto__":{"c":"\\u009b"},"n":1,"z":null}`) as object,
    );
    expect(JSON.stringify(clean)).toBe('{"a":[{"\ufffdb":"x\ufffd[2Jy"}],"__proto__":{"c":"\ufffd"},"n":1,"z":null}');
    expect(safeDocument(bad)).toBe('\ufffd[31m');
  });

  it('is the same document as JSON for a terminal, with escapes in place of characters', () => {
    const document = { text: 'a\u009b\u007f\u202e\u{e0041}\u2028ü\ufeff' };
    const json = safeJson(JSON.stringify(document));
    expect(json).not.toMatch(/[\u007f-\u009f\u202e\u2028\ufeff]/);
    expect(JSON.parse(json)).toEqual(document);
  });
});

describe('the width of text', () => {
  it('counts columns and not characters', () => {
    const cases = [
      ['abc', 3],
      ['日本', 4],
      ['é', 1],
      ['e\u0301', 1],
      ['👩‍🔬', 2],
      ['☂️', 2],
      ['\u001b[31mred\u001b[39m', 3],
      ['한국', 4],
      ['▲ ⣿', 3],
      ['', 0],
    ] as const;
    for (const [text, columns] of cases) expect([text, columnsOf(text)]).toEqual([text, columns]);
    expect(padded('日本', 6)).toBe('日本  ');
    expect(padded('12', 4, 'left')).toBe('  12');
    expect(shortened('日本語です', 5, '…')).toBe('日本…');
    expect(shortened('fits', 4, '…')).toBe('fits');
  });

  it('is kept by every line but those of an address, an id or a digest', () => {
    expect(wrapped('one two three', 9)).toEqual(['one two', 'three']);
    expect(wrapped(`a ${'x'.repeat(25)} b`, 10)).toEqual(['a', 'x'.repeat(10), 'x'.repeat(10), 'xxxxx b']);
    const address = `https://example.com/${'a'.repeat(60)}`;
    expect(wrapped(`see ${address} there`, 20)).toEqual(['see', address, 'there']);
    expect(wrapped('first\n\nsecond', 20)).toEqual(['first', '', 'second']);
  });

  it('makes a table give way: prose is wrapped, and without room each row becomes lines', () => {
    const columns = [{ title: 'Id' }, { title: 'Words', isProse: true }, { title: 'N', align: 'right' }] as const;
    const rows = [['abc', 'some words that have to be wrapped here', '12']];
    const wide = tableLines(columns, rows, { ...ink, width: 30 });
    expect(wide).toEqual([
      'Id   Words                   N',
      'abc  some words that have   12',
      '     to be wrapped here',
    ]);
    expect(tableLines(columns, rows, { ...ink, width: 16 })[0]).toBe('Id     abc');
    expect(tableLines(columns, [], ink)).toHaveLength(1);
  });
});

describe('the look of a terminal', () => {
  const screen = (isTerminal: boolean, columns?: number) => ({ isTerminal, columns, write: () => undefined });
  const asked = { noColour: false, ascii: false };

  it('has colours where the reader wants them', () => {
    const cases = [
      [true, {}, false, true],
      [false, {}, false, false],
      [true, { NO_COLOR: '1' }, false, false],
      [true, { NO_COLOR: '' }, false, true],
      [true, { TERM: 'dumb' }, false, false],
      [false, { FORCE_COLOR: '1' }, false, true],
      [true, { FORCE_COLOR: '0' }, false, false],
      [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
      [true, { FORCE_COLOR: '1' }, true, false],
    ] as const;
    for (const [isTerminal, env, refused, isColoured] of cases)
      expect(paintFor(screen(isTerminal), env, refused)).toBe(isColoured ? colourPaint : noPaint);
  });

  it('is as wide as COLUMNS, else as the terminal, else 80, within bounds', () => {
    const width = (columns: number | undefined, env: object): number => inkFor(screen(true, columns), env, asked).width;
    expect([
      width(100, {}),
      width(100, { COLUMNS: '60' }),
      width(undefined, {}),
      width(0, {}),
      width(9, {}),
      width(900, {}),
    ]).toEqual([100, 60, 80, 80, 40, 140]);
    expect(width(100, { COLUMNS: 'wide' })).toBe(100);
    expect(inkFor(screen(true), { TERM: 'dumb' }, asked).glyphs).toBe(asciiSigns);
  });

  it('has an ASCII form of every sign', () => {
    for (const sign of Object.values(asciiSigns)) expect(sign).toMatch(/^[\u0021-\u007e]+$/);
  });
});
