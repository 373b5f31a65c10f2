// An invisible name is distinguished from one that spells out "no visible name".
import { describe, expect, it } from 'vitest';
import { isSeen, quotedName, seenName } from './seen-name.ts';

const spaces = [' ', '   ', '\u00a0', '\u1680', '\u2003\u2009', '\u3000'];
const blanks = ['\u115f', '\u1160', '\u3164', '\uffa0', '\u2800', '\ufffc', '\u{1d159}', '\u{16fe4}'];
const ignored = ['\u00ad', '\u034f', '\u180e', '\u200b', '\u200c\u200d', '\u2060\u2064', '\ufe0f', '\ufeff'];
const tags = ['\u{e0041}\u{e007f}', '\u{e0100}'];
const unseen = [...spaces, ...blanks, ...ignored, ...tags, ' \u3164 \u2800\u200b\u00a0'];
const seen = [
  'x',
  '0',
  '-',
  '.',
  '\u3164x',
  'Mara\u2019s laptop',
  '\u{1f4bb}',
  '\u30e9\u30c3\u30d7',
  '\u0e01',
  '\ue000',
];

describe('a name', () => {
  it.each(unseen)('of %j shows nothing, and the page says so', (name) => {
    const shown = [isSeen(name), String(quotedName(name)), String(seenName(name))];
    expect(shown).toEqual([false, '<em>no visible name</em>', '<em>no visible name</em>']);
  });

  it.each([...seen, 'no visible name'])('of %j is shown as it is, in quotes where it is quoted', (name) => {
    expect([isSeen(name), String(quotedName(name)), seenName(name)]).toEqual([true, `<q>${name}</q>`, name]);
  });
});
