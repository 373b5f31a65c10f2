// The numbers that a part can be given are those that its file asks for.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parts } from './parts.ts';

it('every number that a drill asks for is named beside its part, and no other', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => !name.endsWith('.test.ts'));
  const asked = files.flatMap((name) =>
    [...readFileSync(new URL(name, import.meta.url), 'utf8').matchAll(/\bgiven\('(\w+)'\)/g)].map(([, word]) => word),
  );
  const named = [...parts.values()].flatMap(({ takes = [] }) => takes);
  expect([...new Set(named)].toSorted()).toEqual([...new Set(asked)].toSorted());
  expect(asked.length).toBeGreaterThan(15);
});
