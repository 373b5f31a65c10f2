// Text on entry and when cut: removed characters, kept characters, and allowed places of a cut.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capText, normaliseText, separateGraphemes, textCaps } from './text.ts';

const characters = Array.from({ length: 0x10_000 }, (_, code) => String.fromCharCode(code));

describe('capText', () => {
  test.each<[string, string, number, string, boolean]>([
    ['what fits stays as it is', 'one two', 7, 'one two', false],
    ['a cut falls before a word', 'one two three', 9, 'one two', true],
    ['a cut that fits a whole word keeps it', 'one two three', 7, 'one two', true],
    ['white space before the cut goes', 'one two   three', 10, 'one two', true],
    [
      'an address that fills most of the room is cut inside, at a smaller word',
      'see https://example.com/a',
      20,
      'see https://',
      true,
    ],
    [
      'a short text before a long address loses the address',
      'buy the dip at https://example.com/a',
      20,
      'buy the dip at',
      true,
    ],
    ['a word longer than the room is cut inside', 'abcdefghij', 4, 'abcd', true],
    ['code points are counted, not code units', '😀😀😀', 3, '😀😀😀', false],
    ['a surrogate pair is never halved', '😀😀😀', 2, '😀😀', true],
    ['a family stays whole or goes', 'ok 👨‍👩‍👧 yes', 6, 'ok', true],
    ['a letter keeps its accents', 'abe\u0301\u0301 cd', 4, 'ab', true],
    ['one grapheme larger than the room is cut by code points', '👨‍👩‍👧', 2, '👨‍', true],
    ['a text of other scripts is cut at its own words', '今日は良い天気ですね', 4, '今日は', true],
    ['nothing but space is not emptied', '          ', 3, '   ', true],
    ['an empty text is the only one that stays empty', '', 3, '', false],
  ])('%s', (...[, text, max, kept, truncated]) => {
    expect(capText(text, max)).toEqual({ text: kept, truncated });
  });

  test('a cut text is a beginning of the whole, fits, is never empty, and ends no grapheme half-way [SPEC-F7]', () => {
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 40 }), (whole, max) => {
        const { text: kept, truncated } = capText(whole, max);
        expect(whole.startsWith(kept)).toBe(true);
        expect([...kept].length).toBeLessThanOrEqual(max);
        expect(kept).not.toBe('');
        expect(truncated).toBe(kept !== whole);
        const first = [...graphemes.segment(whole)][0]?.segment ?? '';
        if ([...first].length > max) return;
        expect(whole === kept || graphemes.segment(whole).containing(kept.length)?.index).toBe(
          whole === kept || kept.length,
        );
      }),
    );
  });

  test('characters that are cut without being segmented are graphemes, beside thirty of them each', () => {
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const separate = characters.filter((character) => separateGraphemes.exec(character)?.[0] === character);
    expect(separate).toHaveLength(870);
    for (let step = 0; step < separate.length; step += 29) {
      const pairs = separate.map((left, place) => left + separate[(place + step) % separate.length]).join('');
      expect([...graphemes.segment(pairs)].length).toBe(pairs.length);
    }
  });

  test.each(['\u0301', '\u200D', '\uFE0F', '\u{1F3FD}'])('a character that %j goes on with goes with it', (more) => {
    expect(capText(`abcd${more}efgh`, 4).text).toBe('abc');
  });

  test('a text of a megabyte is cut like any other', () => {
    expect(capText('word '.repeat(200_000), textCaps.summary).text).toHaveLength(599);
  });
});

describe('normaliseText', () => {
  test.each<[string, string, string, number]>([
    ['plain text stays', 'Buy $AAPL &amp; hold', 'Buy $AAPL &amp; hold', 0],
    ['CRLF becomes LF and counts nothing', 'a\r\nb\nc', 'a\nb\nc', 0],
    ['LF and TAB stay', 'a\n\tb', 'a\n\tb', 0],
    ['a lone CR is a control', 'a\rb', 'ab', 1],
    ['NUL, escape, delete and C1 controls go', 'a\0\u001B\u007F\u0085b', 'ab', 4],
    ['bidi controls go', '\u202Eabc\u202C \u2066x\u2069 \u200E\u200F\u061C', 'abc x ', 7],
    ['zero-width characters go', 'a\u200Bb\u200Cc\u200Dd\u2060e\uFEFF', 'abcde', 5],
    ['a joiner inside an emoji stays', '👨‍👩‍👧 ❤️‍🔥 🧑🏽‍💻 🏳️‍🌈 🏴‍☠️', '👨‍👩‍👧 ❤️‍🔥 🧑🏽‍💻 🏳️‍🌈 🏴‍☠️', 0],
    ['a joiner that joins nothing goes', '👨\u200D a\u200D👩', '👨 a👩', 2],
    ['variation selectors and keycaps stay', '❤️ 1️⃣ ☎︎', '❤️ 1️⃣ ☎︎', 0],
    ['a second selector goes', '❤\uFE0F\uFE0F\uFE01', '❤\uFE0F', 2],
    ['selectors parted by what goes are still stacked', '❤\uFE0F\u200B\uFE0F', '❤\uFE0F', 2],
    ['hidden tag characters go', 'a\u{E0068}\u{E0069}', 'a', 2],
    [
      'the flag of Scotland stays',
      '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
      '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
      0,
    ],
    ['tags behind a flag that is none go', '🏴\u{E0068}\u{E0069}\u{E007F}', '🏴', 3],
    ['half a surrogate pair goes', 'a\uD83Db', 'ab', 1],
    ['a non-joiner between Persian letters stays', 'علی\u200Cرضا می\u200Cرود', 'علی\u200Cرضا می\u200Cرود', 0],
    ['a non-joiner behind a vowel sign stays', 'مَ\u200Cرد', 'مَ\u200Cرد', 0],
    ['joiners behind a virama stay', 'क्\u200Dष क्\u200Cष ශ්\u200Dරී', 'क्\u200Dष क्\u200Cष ශ්\u200Dරී', 0],
    ['a joiner behind a virama at the end of a word stays', 'അവന്\u200D വന്നു', 'അവന്\u200D വന്നു', 0],
    ['joiners at the edge of a word go', '\u200Cعلی\u200C رضا\u200D.', 'علی رضا.', 3],
    ['two joiners in a row spell nothing', 'علی\u200C\u200Dرضا', 'علیرضا', 2],
    ['a joiner between letters of two scripts goes', 'علی\u200Ca a\u200Dक', 'علیa aक', 2],
    ['letters of every script stay', 'é Ω ш ا ह 中 한', 'é Ω ш ا ह 中 한', 0],
  ])('%s', (_, raw, text, removedCharacters) => {
    expect(normaliseText(raw)).toEqual({ text, removedCharacters });
  });

  test('a second pass finds nothing left to do', () => {
    const unit = fc.constantFrom(
      'a',
      ' ',
      '\r',
      '\n',
      '\u200D',
      '\u200B',
      '\uFE0F',
      '👨',
      '👩',
      '🏴',
      '🏽',
      '\u{E0067}',
      '\u202E',
      'ع',
      'क',
      '\u094D',
      '\u200C',
      '\uD83D',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' })), (raw) => {
        const once = normaliseText(raw);
        expect(normaliseText(once.text)).toEqual({ text: once.text, removedCharacters: 0 });
      }),
      { numRuns: 200 },
    );
  });
});
