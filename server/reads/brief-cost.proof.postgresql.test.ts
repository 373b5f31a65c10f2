// The reads of a brief do not grow with research on other companies, counted in buffers.
import { expect, it } from 'vitest';
import { createAnswers } from '../answers/answers.ts';
import type { Store } from '../store/engine/engine.ts';
import { found } from '../store/engine/read.ts';
import { generateGrowth } from '../store/testing/growth.ts';
import { openTestStore } from '../store/testing/store.ts';

type SqlStatement = { sql: string; bindings: readonly unknown[] };
type QueryPlan = { 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }] };

async function buffersOf(store: Store, statements: readonly SqlStatement[]): Promise<number> {
  let sum = 0;
  for (const { sql, bindings } of statements) {
    const asWritten = sql.replaceAll(/\$\d+/g, '?');
    const { rows } = await store.db.raw(`explain (analyze, buffers, format json) ${asWritten}`, bindings as never[]);
    const [{ Plan: plan }] = (rows as [QueryPlan])[0]['QUERY PLAN'];
    sum += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  }
  return sum;
}

/** The buffers of two full briefs of the ticker in the middle, the second from memory, and the number of beliefs about it. */
async function costAmong(count: number): Promise<{ buffers: number; beliefs: number }> {
  const store = await openTestStore();
  const { tickers, to } = await generateGrowth(store.db, count);
  const answers = createAnswers({ store, baseUrl: 'https://research.test', now: () => to });
  const statements: SqlStatement[] = [];
  store.db.on('query', ({ sql, bindings }: SqlStatement) => void statements.push({ sql, bindings }));
  const ticker = tickers[tickers.length / 2] ?? '';
  const dayBefore = new Date(Date.parse(to) - 86_400_000).toISOString();
  await answers.brief('live', { ticker, as_of: dayBefore, detail: 'full' });
  const { bytes } = await answers.brief('live', { ticker, as_of: to, detail: 'full' });
  store.db.removeAllListeners('query');
  const { coverage } = JSON.parse(String(bytes)) as { coverage: { released_record_count: number } };
  expect(statements.some(({ sql }) => sql.includes(found('revisions')))).toBe(true);
  const buffers = await buffersOf(store, statements);
  await store.close();
  return { buffers, beliefs: coverage.released_record_count };
}

it('a brief reads what is about its own subject, whether that is one in twenty beliefs or one in two hundred', async () => {
  const few = await costAmong(2_000);
  const many = await costAmong(20_000);
  expect(few.beliefs).toBeGreaterThan(50);
  expect(many.beliefs).toBeLessThan(1.5 * few.beliefs);
  // 1.8 times: indexes are a level deeper, and fewer rows of one subject share a page. A scan would read ten times as many.
  expect(many.buffers).toBeLessThan(3 * few.buffers);
});
