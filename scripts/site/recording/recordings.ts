// Stored recordings, by the name of their example.
import { readFile } from 'node:fs/promises';
import { examples as list } from './example-list.ts';
import { addressOf, type RecordedExample } from './example-blocks.ts';
import type { RecordedAnswer } from './examples.ts';

export type Examples = {
  get(name: string): RecordedExample;
  all: readonly RecordedExample[];
};

export const recordedFolder = 'fixtures/examples/';

/** File of an example under that folder; problems and device logins have a folder each below it. */
export const recordedFile = (name: string): string =>
  `${name.replace(/^problem-/, 'problems/').replace(/^device-/, 'device/')}.json`;

export async function readExamples(root: URL): Promise<Examples> {
  const recorded = new Map<string, RecordedAnswer>();
  for (const { name } of list) {
    const text = await readFile(new URL(`${recordedFolder}${recordedFile(name)}`, root), 'utf8');
    recorded.set(name, JSON.parse(text) as RecordedAnswer);
  }
  const all = list.map((example): RecordedExample => {
    const own = recorded.get(example.name);
    if (own === undefined) throw new Error(`${example.name} is not recorded`);
    const followed = example.follow === undefined ? undefined : nextOf(recorded.get(example.follow));
    const tag = example.holds === undefined ? undefined : recorded.get(example.holds)?.headers['etag'];
    return { example, recorded: own, url: followed ?? addressOf(example), tag };
  });
  return {
    all,
    get: (name) => {
      const found = all.find(({ example }) => example.name === name);
      if (found === undefined) throw new Error(`there is no example called ${name}`);
      return found;
    },
  };
}

/** Address of the page after an answer. */
export function nextOf(recorded: RecordedAnswer | undefined): string {
  const next = (recorded?.body as { pagination?: { next_page_url?: string } } | undefined)?.pagination?.next_page_url;
  if (next === undefined || next === null) throw new Error('an example follows an answer that has no next page');
  return next;
}
