// Rules of plain language for Markdown, on lines that keep and break each of them.
import { describe, expect, it } from 'vitest';
import { markdownFaults } from './markdown-rules.ts';

const rulesOf = (text: string): string[] => markdownFaults(text).map(({ rule, line }) => `${line} ${rule}`);
const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');

describe('a line of Markdown', () => {
  it.each([
    ['a second sentence', 'One sentence. Another one.', ['1 lines']],
    ['a second sentence of an item', 'A list:\n\n- One (of `a. B`). **Two.**', ['3 lines']],
    ['a sentence of 31 words', `${words(31)}.`, ['1 long']],
    ['a vague word', 'It is told to the caller.', ['1 phrase']],
    ['a vague word in a table', '| whoever | a key |', ['1 phrase']],
  ])('is refused with %s', (_, text, faults) => {
    expect(rulesOf(text)).toEqual(faults);
  });

  it.each([
    ['thirty words', `${words(30)}.`],
    ['a bold label before a sentence', '- **Metrics.** A listener for them.'],
    ['points in code and links', 'See `a. B` and [the guide](x. Y.md) of 2.5 seconds.'],
    ['a sentence in brackets', 'It answers (with a body. Always) and ends.'],
    [
      'code, a heading and a front matter',
      '---\nabout: One. Two. Told.\n---\n\n# One. Two\n\n    Told. Told.\n\n```\nTold. Told.\n```',
    ],
  ])('may have %s', (_, text) => {
    expect(rulesOf(text)).toEqual([]);
  });
});
