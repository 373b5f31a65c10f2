// Refusal for a renamed ticker: it names the successor that the cutoff knows, and no other company.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LoadingBench, statement } from '../ingest/testing/loading.ts';
import { entityIdForTicker } from '../store/engine/ids.ts';
import { createAnswers } from './answers.ts';
import { refusal } from './testing/lists.ts';

const loadedAt = '2020-03-20T00:00:00.000Z';
const renamedAt = '2020-04-01T00:00:00.000Z';
const laterAt = '2020-05-01T00:00:00.000Z';
const listing = (ticker: string, entityId = entityIdForTicker('ZQRX')) => ({
  type: 'entity',
  kind: 'listing',
  entity_id: entityId,
  ticker,
  name: `Zeta ${ticker}`,
});
const otherId = '11111111-2222-4333-8444-555555555555';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
  await bench.statements(statement('s:1'));
  await bench.release(loadedAt);
  await bench.bundle(listing('ZQNEW'));
  await bench.release(renamedAt);
});
afterEach(() => bench.close());

const answersAt = (asOf: string) =>
  createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => asOf });

/** The fix in the refusal, which is `not-covered` for a brief and for a list alike. */
async function fixOf(ticker: string, asOf: string): Promise<string> {
  const answers = answersAt(laterAt);
  const brief = await refusal(answers.brief('live', { ticker, detail: 'overview', as_of: asOf }));
  const list = await refusal(answers.beliefs('live', { ticker, as_of: asOf }));
  expect([brief.code, list.code]).toEqual(['not-covered', 'not-covered']);
  expect(list.options).toEqual(brief.options);
  return brief.options.errors?.[0]?.fix ?? '';
}

it('names the ticker that the cutoff knows, step by step', async () => {
  expect(await fixOf('zqrx', renamedAt)).toContain('Ask for ZQNEW, or');
  await bench.bundle(listing('ZQLAST'));
  await bench.release(laterAt);
  expect(await fixOf('ZQRX', laterAt)).toContain('Ask for ZQLAST, or');
  expect(await fixOf('ZQNEW', laterAt)).toContain('Ask for ZQLAST, or');
  expect(await fixOf('ZQRX', renamedAt)).toContain('Ask for ZQNEW, or');
});

it('does not know a successor before its release, and answers the earlier ticker then', async () => {
  const before = await answersAt(laterAt).brief('live', { ticker: 'ZQRX', detail: 'overview', as_of: loadedAt });
  expect(before.bytes.toString()).toContain('"ZQRX"');
  expect(before.bytes.toString()).not.toContain('ZQNEW');
  expect(await fixOf('ZQNEW', loadedAt)).toContain('Choose a ticker');
  expect(await fixOf('ZQNONE', renamedAt)).toContain('Choose a ticker');
});

it('names none where another company took the ticker and gave it up: either may be meant', async () => {
  await bench.bundle(listing('ZQRX', otherId));
  await bench.release(laterAt);
  const asked = answersAt(laterAt).brief('live', { ticker: 'ZQRX', detail: 'overview', as_of: laterAt });
  expect((await refusal(asked)).options.errors?.[0]?.fix).toContain('Choose a ticker');
  await bench.bundle(listing('ZQAWAY', otherId));
  await bench.release('2020-06-01T00:00:00.000Z');
  const later = answersAt('2020-06-02T00:00:00.000Z');
  const gone = await refusal(later.brief('live', { ticker: 'ZQRX', detail: 'overview' }));
  expect(gone.options.errors?.[0]?.fix).toContain('Choose a ticker');
});

it('names none whose research is not there any more', async () => {
  const { rows } = await bench.store.db.raw('select belief_id from belief');
  expect(rows).toHaveLength(1);
  await bench.store.db.raw('delete from belief');
  expect(await fixOf('ZQRX', renamedAt)).toContain('Choose a ticker');
});
