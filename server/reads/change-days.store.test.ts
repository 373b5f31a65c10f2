// The marks of the cutoff slider: of unknown listings, and of corrected evidence.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCorpus } from '../ingest/testing/corpus.ts';
import { citation, evidence, revision, whole, type Fields } from '../ingest/testing/bundle.ts';
import { LoadingBench } from '../ingest/testing/loading.ts';
import type { Store } from '../store/engine/engine.ts';
import { entityIdForTicker } from '../store/engine/ids.ts';
import { changeDaysReader } from './change-days.ts';

let store: Store;
beforeAll(async () => ({ store } = await openCorpus()));
afterAll(() => store.close());

it('knows nothing of an unknown listing, and says how many days it leaves out', async () => {
  const changeDays = changeDaysReader(store.db);
  expect(await changeDays('preview', '00000000-0000-4000-8000-000000000000')).toMatchObject({ days: [], omitted: 0 });
});

const told = { action: 'buy', basis: 'recommendation', time_context: 'current', instrument: 'equity' };
const intent = (given: Fields): Fields => ({
  type: 'intent',
  observation_id: 'o:1',
  belief_id: 'b:1',
  revision: 1,
  ...told,
  methodology_version: 'belief-author-intent-v3',
  status: 'current',
  conditions: [],
  citation_ids: ['c:1'],
  ...given,
});
const onlyHere = { statement: 'Below 45.', citation_ids: ['c:2'] };

it.each<[string, Fields]>([
  ['an intent', intent({ citation_ids: ['c:1', 'c:2'] })],
  ['a condition of an intent', intent({ conditions: [onlyHere] })],
  ['a further intent', intent({ additional_intents: [{ ...told, conditions: [], citation_ids: ['c:2'] }] })],
  [
    'a condition of a further intent',
    intent({ additional_intents: [{ ...told, conditions: [onlyHere], citation_ids: ['c:1'] }] }),
  ],
  ['a paragraph of a case', revision({ investment_case: { paragraphs: [{ text: 'Alone.', citation_ids: ['c:2'] }] } })],
])('lists the day on which evidence was corrected that only %s cites', async (_, citing) => {
  const bench = await LoadingBench.open();
  try {
    const cited = evidence({ evidence_id: 'e:2', url: 'https://letters.example/2', capture: 'Letter 2 says so.' });
    const quote = { kind: 'text_quote', exact: 'Letter 2' };
    // A citing record is a part, or the one revision with a case.
    const records = whole.filter(({ type }) => type !== 'revision' || citing['type'] !== 'revision');
    await bench.bundle(...records, cited, citation({ citation_id: 'c:2', evidence_id: 'e:2', locator: quote }), citing);
    await bench.release('2021-06-01T00:00:00.000Z');
    const [loaded] = await bench.rows<{ hash: string }>(
      `select content_hash as hash from record where kind = 'evidence' and key = 'e:2'`,
    );
    await bench.bundle({ ...cited, title: 'As corrected', corrects: loaded?.hash });
    await bench.release('2021-07-01T00:00:00.000Z');
    const { days } = await changeDaysReader(bench.store.db)('live', entityIdForTicker('ZQRX'));
    expect(days[0]).toMatchObject({ day: '2021-07-01', revisions: 0, details: 0, closed: 1, names: 0 });
  } finally {
    await bench.close();
  }
});
