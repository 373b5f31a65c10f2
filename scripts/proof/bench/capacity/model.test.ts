// The guide on capacity has the tables of the measured figures, and the model answers as its inputs say.
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import {
  answersOf,
  bytesOf,
  checkTable,
  costTable,
  measured,
  primaryTable,
  serverCores,
  storageTable,
} from './model.ts';

it('the guide has the tables that follow from the figures', async () => {
  const guide = await readFile(new URL('../../../../server/docs/capacity.md', import.meta.url), 'utf8');
  for (const table of [costTable(), primaryTable(), storageTable(), checkTable()]) expect(guide).toContain(table);
});

it('each point that the model was not fitted to lies within a quarter of it', () => {
  expect(measured.checks).toHaveLength(2);
  for (const { name, predicted, measured: found } of measured.checks)
    expect(Math.max(found / predicted, predicted / found), name).toBeLessThan(1.25);
});

it('answers, servers and storage follow the costs', () => {
  const round = {
    ...measured,
    brief: { server: 100, database: 60 },
    page: { server: 1_000, database: 600 },
    briefBytes: 100,
    pageBytes: 1_000,
  };
  expect(answersOf(round, 2, 0)).toBeCloseTo(20_000);
  expect(answersOf(round, 2, 1)).toBeCloseTo(2_000);
  expect(serverCores(round, { answers: 20_000, newPages: 0 })).toBe(4);
  expect(bytesOf(round, { answers: 10, newPages: 0.5 })).toBe(5_500);
});
