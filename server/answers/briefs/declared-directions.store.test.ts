// Attribution of a direction that is not the author's: it follows the statement of that direction, in every document.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BeliefDetail, BeliefsPage, BriefOverview } from '../../../generated/api.ts';
import { LoadingBench, statement } from '../../ingest/testing/loading.ts';
import { asDocument } from '../../ingest/testing/market.ts';
import { withdraw } from '../../ingest/withdrawal/withdraw.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { type Answers, createAnswers } from '../answers.ts';

const ofAuthor = { direction_basis: 'author_declared' };
const ofOperator = { direction_basis: 'operator_word_list' };
const [first, second] = ['2020-03-02T15:00:00.000Z', '2020-03-09T15:00:00.000Z'];

let bench: LoadingBench;
let answers: Answers;

beforeEach(async () => {
  bench = await LoadingBench.open();
  answers = createAnswers({
    store: bench.store,
    baseUrl: 'https://research.test',
    now: () => new Date().toISOString(),
  });
});

afterEach(() => bench.close());

const classifiedAmong = ({ data_status }: { data_status: { limitations: readonly string[] } }): string | undefined =>
  data_status.limitations
    .find((sentence) => sentence.startsWith('Direction classified'))
    ?.replace(/^.*: (.*) \(.*$/, '$1');

/** Attribution in the record of the belief that this statement opened. */
async function ofRecord(recordId: string, asOf?: string): Promise<string | undefined> {
  return classifiedAmong(asDocument(await answers.belief('live', derivedId('belief', recordId), asOf)) as BeliefDetail);
}

/** Attribution in the list, repeated until it comes from the cache, and in the brief, which may show other beliefs. */
async function ofMany(asOf?: string): Promise<(string | undefined)[]> {
  const at = asOf === undefined ? {} : { as_of: asOf };
  const said = new Set<string | undefined>();
  for (let asked = 1; asked <= 3; asked += 1) {
    said.add(classifiedAmong(asDocument(await answers.beliefs('live', { ...at, limit: asked })) as BeliefsPage));
  }
  return [
    ...said,
    classifiedAmong(asDocument(await answers.brief('live', { ticker: 'ZQRX', ...at })) as BriefOverview),
  ];
}

async function corrected(recordId: string, given: { [field: string]: unknown }): Promise<void> {
  const record = statement(recordId, given);
  const [fault] = await bench.faults(() => bench.statements(record));
  await bench.statements({ ...record, corrects: /"corrects":"([0-9a-f]{64})"/.exec(fault ?? '')?.[1] });
  await bench.release();
}

it('a statement that says neither way leaves the direction to the one before it, and to what corrects that', async () => {
  await bench.statements(
    statement('s:1', { ...ofOperator, observed_at: first }),
    statement('s:2', { ...ofAuthor, observed_at: second, direction: 'unclear' }),
  );
  await bench.release('2020-01-01T00:00:00.000Z');
  expect([await ofRecord('s:1'), ...(await ofMany())]).toEqual(['1 of 1 view', '1 of 1 view', '1 of 1 view']);
  await corrected('s:1', { ...ofAuthor, observed_at: first });
  expect([await ofRecord('s:1'), ...(await ofMany())]).toEqual([undefined, undefined, undefined]);
  const before = [await ofRecord('s:1', second), ...(await ofMany(second))];
  expect(before).toEqual(['1 of 1 view', '1 of 1 view', '1 of 1 view']);
});

it('the author gave a direction that is told on after words of theirs that a word list found unclear', async () => {
  await bench.statements(
    statement('s:1', { ...ofAuthor, observed_at: first }),
    statement('s:2', { ...ofOperator, observed_at: second, direction: 'unclear' }),
  );
  await bench.release('2020-01-01T00:00:00.000Z');
  expect([await ofRecord('s:1'), ...(await ofMany())]).toEqual([undefined, undefined, undefined]);
});

it('a direction that a word list has found stays one of the word list when its author says it again', async () => {
  await bench.statements(
    statement('s:1', { ...ofOperator, observed_at: first }),
    statement('s:2', { ...ofAuthor, observed_at: second }),
  );
  await bench.release('2020-01-01T00:00:00.000Z');
  expect([await ofRecord('s:1'), ...(await ofMany())]).toEqual(['1 of 1 view', '1 of 1 view', '1 of 1 view']);
});

it('what reverses a belief gave the other direction, until it is withdrawn', async () => {
  await bench.statements(
    statement('s:1', { ...ofAuthor, observed_at: first }),
    statement('s:2', { ...ofOperator, observed_at: second, direction: 'bearish' }),
  );
  await bench.release('2020-01-01T00:00:00.000Z');
  expect([await ofRecord('s:1'), await ofRecord('s:2')]).toEqual([undefined, '1 of 1 view']);
  expect((await ofMany())[0]).toBe('1 of 1 view');
  const request = { collection: 'live' as const, reason: 'forged', dryRun: false };
  await withdraw(bench.store.db, { ...request, id: derivedId('evidence', 's:2') });
  expect([await ofRecord('s:1'), ...(await ofMany())]).toEqual([undefined, undefined, undefined]);
});

it('a late statement gives no direction, also where it is the last that is told of its belief', async () => {
  await bench.statements(
    statement('s:1', { ...ofAuthor, observed_at: first }),
    statement('s:2', { ...ofAuthor, observed_at: second, direction: 'bearish' }),
  );
  await bench.release('2020-01-01T00:00:00.000Z');
  const request = { collection: 'live' as const, reason: 'forged', dryRun: false };
  await withdraw(bench.store.db, { ...request, id: derivedId('belief', 's:2') });
  await bench.statements(statement('s:3', { ...ofAuthor, observed_at: '2020-05-04T15:00:00.000Z' }));
  await bench.release();
  await bench.statements(statement('s:4', { ...ofOperator, observed_at: '2020-04-06T15:00:00.000Z' }));
  await bench.release();
  const answer = await answers.belief('live', derivedId('belief', 's:1'), undefined);
  const { data } = asDocument(answer) as BeliefDetail;
  expect(data.belief.revisions.at(-1)).toMatchObject({ late: true });
  expect([await ofRecord('s:1'), ...(await ofMany())]).toEqual([undefined, undefined, undefined]);
});
