// Page of decisions: questions that the specification leaves open, the decisions, and their places in the contract.
import { readFile } from 'node:fs/promises';
import { httpMethods } from '../../server/contract/description.ts';
import { guidesFolder, pageOf } from './guides.ts';
import type { Page } from './page.ts';
import type { Examples } from './recording/recordings.ts';

/** One decision mark of the contract, for example `5.3 overview`, with the place that carries it. */
export type Mark = { number: string; sentence: string; place: string };
export type Decision = { number: string; title: string; question: string; answer: string };

/** Every `x-decision` of openapi.yaml with its place. */
export function marksOf(description: unknown): readonly Mark[] {
  const found: Mark[] = [];
  const walk = (node: unknown, at: readonly string[]): void => {
    if (node === null || typeof node !== 'object') return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'x-decision' && typeof value === 'string') found.push(...partsOf(value, placeOf(at)));
      else walk(value, [...at, key]);
    }
  };
  walk(description, []);
  return found;
}

function partsOf(text: string, place: string): readonly Mark[] {
  return text.split(/;\s+(?=\d)/).flatMap((part) => {
    const [, numbers = '', sentence = ''] = /^((?:\d+\.\d+(?: and )?)+) (.+)$/.exec(part) ?? [];
    if (sentence === '') throw new Error(`a decision of the contract has no number: ${text}`);
    return numbers.split(' and ').map((number) => ({ number: number.trim(), sentence, place }));
  });
}

/** The place in a reader's terms: an operation by method and path, a schema by name and member. */
function placeOf(at: readonly string[]): string {
  const [first, second = '', third = ''] = at;
  if (first === undefined) return 'the whole contract';
  if (first === 'paths' && httpMethods.includes(third)) return `\`${third.toUpperCase()} ${second}\``;
  if (first !== 'components') return `\`${at.join('.')}\``;
  const member = at.slice(3).filter((word) => !['properties', 'items', 'oneOf'].includes(word) && !/^\d+$/.test(word));
  return `\`${[third, ...member].join('.')}\` (${second.replace(/s$/, '')})`;
}

/** Sections of server/docs/decisions.md: `## 5.1 Sources`, the question quoted, the answer. */
export async function readDecisions(root: URL): Promise<readonly Decision[]> {
  const text = await readFile(new URL(`${guidesFolder}decisions.md`, root), 'utf8');
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [, number = '', title = ''] = /^(\d+\.\d+) (.+)/.exec(section) ?? [];
      const [, quoted = '', answer = ''] = /\n\n((?:> .*\n)+)\n([\s\S]+)$/.exec(section) ?? [];
      if (number === '' || quoted === '' || answer === '') throw new Error(`a decision is not complete: ${section}`);
      return { number, title, question: quoted.replaceAll(/^> /gm, '').trim(), answer: answer.trim() };
    });
}

export async function decisionsPage(root: URL, description: unknown, examples: Examples): Promise<Page> {
  const marks = marksOf(description);
  const decisions = await readDecisions(root);
  const numbers = new Set(decisions.map(({ number }) => number));
  const unexplained = marks
    .filter(({ number }) => !numbers.has(number))
    .map(({ number, place }) => `${number} at ${place}`);
  const placeless = decisions.filter(({ number }) => !marks.some((mark) => mark.number === number));
  if (unexplained.length + placeless.length > 0)
    throw new Error(
      `decisions and contract differ: ${[...unexplained, ...placeless.map(({ number }) => number)].join(', ')}`,
    );
  const sections = decisions.map(({ number, title, question, answer }) => {
    const own = marks.filter((mark) => mark.number === number).map(({ sentence, place }) => `- ${place}: ${sentence}`);
    return `## ${number} ${title}\n\n> ${question.replaceAll('\n', '\n> ')}\n\n${answer}\n\nIn the contract:\n\n${own.join('\n')}`;
  });
  const body = `The specification of this service leaves questions open ("not shown"). Each is quoted here, with what this service does about it, and with every place of the contract that carries the answer as \`x-decision\`. The list is made from the contract itself: a decision without a place, or a place without a decision, does not build.

Two rules hold for all of them. Nothing that the specification states is changed, with the one exception that 5.11 names. Nothing is added to an object that the specification lists as closed.

${sections.join('\n\n')}
`;
  const about = 'What the specification leaves open, what this service decided, and where the contract says so.';
  return pageOf({ title: 'Decisions', about, body }, '/docs/decisions', examples);
}
