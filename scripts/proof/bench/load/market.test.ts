// Made-up market: the measured ticker does not depend on the market's size, or the bench would compare two questions.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PRICES_PER_TICKER, STATEMENTS_PER_TICKER, SUBJECT, writeMarket } from './market.ts';

const folder = mkdtempSync(join(tmpdir(), 'market-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const about = (path: string): string[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.includes(SUBJECT) || line.includes('SPY'));

describe('the market', () => {
  it('says the same about one ticker however many others there are', async () => {
    const weekday = (date: string): boolean => ![0, 6].includes(new Date(date).getUTCDay());
    const small = await writeMarket(folder, 4, weekday);
    const kept = [about(small.files.statements), about(small.files.prices).slice(0, PRICES_PER_TICKER)];
    const large = await writeMarket(folder, 8, weekday);
    expect(kept.map((lines) => lines.length)).toEqual([STATEMENTS_PER_TICKER, PRICES_PER_TICKER]);
    expect([about(large.files.statements), about(large.files.prices).slice(0, PRICES_PER_TICKER)]).toEqual(kept);
    expect(large).toMatchObject({ statements: 2 * small.statements, prices: 2 * small.prices });
  });
});
