import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LongestFirst, long } from './test-order.ts';

it('names only files that there are', () => {
  const files = ['server', 'client', 'scripts'].flatMap((folder) =>
    readdirSync(new URL(`../../${folder}/`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => `/${folder}/${path}`),
  );
  expect(long.filter((part) => !files.some((path) => path.includes(part)))).toEqual([]);
  expect(files.length).toBeGreaterThan(200);
});

it('keeps projects together, and has in each those first that take longest', async () => {
  const [one, other] = [project('one'), project('other')];
  const paths = ['/server/a.test.ts', '/scripts/fuzz/fuzz.test.ts', '/scripts/faults/kills.test.ts'];
  const files = [one, other].flatMap((owner) => paths.map((moduleId) => ({ moduleId, project: owner })));
  const cache = { getFileTestResults: () => undefined, getFileStats: () => ({ size: 1 }) };
  const order = new LongestFirst({ cache, config: { root: '/' } } as never);
  const sorted = await order.sort(files as never);
  expect(sorted.map((file) => `${file.project.name} ${file.moduleId}`)).toEqual(
    ['one', 'other'].flatMap((name) => paths.toReversed().map((path) => `${name} ${path}`)),
  );
});

const project = (name: string): object => ({ name, config: { sequence: { groupOrder: 0 }, isolate: false } });
