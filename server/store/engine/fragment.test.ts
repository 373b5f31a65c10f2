// Statements put together from pieces: every value is a binding, in the order of its question mark.
import { expect, it } from 'vitest';
import { all, sql } from './fragment.ts';

it('keeps each binding beside its question mark, however pieces are nested', () => {
  const inner = sql`a = ${1} and b = any(${['x', 'y']}::text[])`;
  const whole = sql`select ${2} where ${inner} and ${all(sql`c = ${'three'}`, null, inner)} limit ${4}`;
  expect(whole.sql).toBe(
    'select ? where a = ? and b = any(?::text[]) and c = ? and a = ? and b = any(?::text[]) limit ?',
  );
  expect(whole.bindings).toEqual([2, 1, ['x', 'y'], 'three', 1, ['x', 'y'], 4]);
});

it('never writes a value into the statement', () => {
  expect(sql`a = ${"'; drop table belief; --"}`).toEqual({ sql: 'a = ?', bindings: ["'; drop table belief; --"] });
});

it('takes no condition as true', () => {
  expect(all(null, null)).toEqual({ sql: 'true', bindings: [] });
});
