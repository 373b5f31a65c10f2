// What was recorded of each example, from where all recordings are kept.
import { readFile } from 'node:fs/promises';
import { examples as list } from './example-list.ts';
import { addressOf, type Shown } from './example-blocks.ts';
import type { Recorded } from './examples.ts';

export type Examples = {
  get(name: string): Shown;
  all: readonly Shown[];
};

export const recordedFolder = 'fixtures/examples/';

export async function readExamples(root: URL): Promise<Examples> {
  const recorded = new Map<string, Recorded>();
  for (const { name } of list) {
    const text = await readFile(new URL(`${recordedFolder}${name}.json`, root), 'utf8');
    recorded.set(name, JSON.parse(text) as Recorded);
  }
  const all = list.map((example): Shown => {
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

/** Where the page after an answer is. */
export function nextOf(recorded: Recorded | undefined): string {
  const next = (recorded?.body as { pagination?: { next_page_url?: string } } | undefined)?.pagination?.next_page_url;
  if (next === undefined || next === null) throw new Error('an example follows an answer that has no next page');
  return next;
}
