// Revision at the instant of the first statement: every document reports it as long as it shows both.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BeliefDetail, BeliefsPage, BriefOverview } from '../../../generated/api.ts';
import { LoadingBench, statement } from '../../ingest/testing/loading.ts';
import { asDocument } from '../../ingest/testing/market.ts';
import { withdraw } from '../../ingest/withdrawal/withdraw.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { type Answers, createAnswers } from '../answers.ts';

const instant = '2020-03-02T15:00:00.000Z';
const late = '2020-06-01T00:00:00.000Z';
let bench: LoadingBench;
let answers: Answers;

beforeAll(async () => {
  bench = await LoadingBench.open();
  await bench.statements(statement('s:1', { observed_at: instant }));
  await bench.release('2020-04-01T00:00:00.000Z');
  // In a later release it is a separate revision.
  await bench.statements(statement('s:2', { observed_at: instant }));
  await bench.release('2020-05-01T00:00:00.000Z');
  answers = createAnswers({
    store: bench.store,
    baseUrl: 'https://research.test',
    now: () => new Date().toISOString(),
  });
});

afterAll(() => bench.close());

/** The latest revision in the list (repeated until it comes from the cache), the record and the brief. */
async function latestRevisions(asOf: string | undefined): Promise<(string | null)[]> {
  const at = asOf === undefined ? {} : { as_of: asOf };
  const said: (string | null)[] = [];
  for (let asked = 0; asked < 3; asked += 1) {
    const { data } = asDocument(await answers.beliefs('live', at)) as BeliefsPage;
    for (const { belief_id: id, latest_revision_at: latest } of data.beliefs) {
      const record = asDocument(await answers.belief('live', id, asOf)) as BeliefDetail;
      said.push(latest, record.data.belief.latest_revision_at);
    }
  }
  const { views } = asDocument(await answers.brief('live', { ticker: 'ZQRX', ...at })) as BriefOverview;
  return [...new Set([...said, ...views.map(({ latest_revision_at: latest }) => latest)])];
}

it('and no longer once the first of both is withdrawn', async () => {
  expect(await latestRevisions(late)).toEqual([instant]);
  await withdraw(bench.store.db, {
    collection: 'live',
    id: derivedId('evidence', 's:1'),
    reason: 'forged',
    dryRun: false,
  });
  expect(await latestRevisions(undefined)).toEqual([null]);
  expect(await latestRevisions(late)).toEqual([instant]);
});
