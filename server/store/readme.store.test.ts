// The page on the store names every table and every file that there is, and no index that there is not.
import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Store } from './engine/engine.ts';
import { storeTables } from './migrations/schema-tables.ts';
import { openTestStore } from './testing/store.ts';

const page = readFileSync(new URL('README.md', import.meta.url), 'utf8');
let store: Store;
beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

function chapter(title: string): string {
  const found = new RegExp(`\\n## ${title}\\n([\\s\\S]*?)(?=\\n## |$)`).exec(page)?.[1];
  if (found === undefined) throw new Error(`the page has no chapter ${title}`);
  return found;
}

it('tells every table once: what it holds, who writes it, what changes it', async () => {
  const told = [
    ...chapter('Tables').matchAll(/^(?:\| `([a-z_]+)` \|(?: [^|]*(?:\\\|[^|]*)*\|){3}$|`([a-z_]+)`, one row)/gm),
  ];
  const names = told.map(([, row, phases]) => row ?? phases);
  expect(names.toSorted()).toEqual((await storeTables(store.db)).map(({ name }) => name).toSorted());
});

it('counts the buffers of indexes and tables that are there', async () => {
  const { rows } = await store.db.raw(
    `select indexname as name from pg_indexes where schemaname = current_schema()
     union select tablename from pg_tables where schemaname = current_schema()`,
  );
  const known = new Set((rows as { name: string }[]).map(({ name }) => name));
  const walks = [...chapter('Plans').matchAll(/^\| [^|]+ \| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name),
  );
  expect(walks.length).toBeGreaterThan(15);
  expect(walks.filter((name) => !known.has(name))).toEqual([]);
});

it('has a place for every file', () => {
  const named = [...page.matchAll(/`([a-z0-9*./-]+)`/gi)].map(
    ([, name = '']) => new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '.*').replace(/\/$/, '')}$`),
  );
  const files = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(ts|mjs)$/.test(name) && !/\.test\.ts$|^migrations\/\d|^testing\//.test(name),
  );
  expect(files.length).toBeGreaterThan(80);
  expect(files.filter((file) => !named.some((pattern) => pattern.test(file)))).toEqual([]);
});
