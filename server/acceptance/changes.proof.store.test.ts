// Changes between two cutoffs of the preview corpus: the difference of the documents, in one step or in several.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ChangeItem, TickersResponse } from '../../generated/api.ts';
import type { Store } from '../store/engine/engine.ts';
import { type Answers, createAnswers } from '../answers/answers.ts';
import {
  type DocumentReader,
  changesOf,
  expectedConditions,
  expectedFold,
  expectedSteps,
  foldedChanges,
  readDocuments,
  statedConditions,
  statedSteps,
  walkChanges,
} from '../answers/testing/changed-documents.ts';
import { baseUrl } from '../answers/testing/lists.ts';
import { corpusCutoffs, openPublished } from '../ingest/testing/published.ts';

let store: Store;
let answers: Answers;
let reader: DocumentReader;

beforeAll(async () => {
  store = await openPublished('both');
  answers = createAnswers({ store, baseUrl, now: () => '2026-11-01T00:00:00.000Z' });
  reader = { answers, collection: 'live' };
});
afterAll(() => store.close());

it('changes are the difference of the documents, for every ticker and each pair of neighbours', async () => {
  const times = [...corpusCutoffs, (await answers.head('live')).watermark];
  const listed = JSON.parse((await answers.tickers('live')).bytes.toString()) as TickersResponse;
  for (const { ticker, security_id: id } of listed.tickers) {
    const documents = [];
    for (const asOf of times) documents.push(await readDocuments(reader, { ticker, asOf }));
    for (const [place, until] of times.entries()) {
      const since = times[place - 1];
      const [before, after] = [documents[place - 1], documents[place]];
      if (since === undefined || before === undefined || after === undefined) continue;
      if (before.beliefs.size + after.beliefs.size === 0) continue;
      const found = changesOf(await walkChanges(reader, { tickers: ticker, since, until, limit: 50 }));
      const fold = foldedChanges(
        found.filter(({ object }) => object !== 'condition' && object !== 'target' && object !== 'evidence'),
      );
      expect([ticker, since, fold]).toEqual([ticker, since, expectedFold(id, before, after)]);
      expect([ticker, since, statedSteps(found)]).toEqual([ticker, since, expectedSteps(before, after)]);
      expect([ticker, since, statedConditions(found)]).toEqual([ticker, since, expectedConditions(before, after)]);
    }
  }
});

it('changes in several steps fold to those of one, over all subjects', async () => {
  const settled = (await answers.head('live')).watermark;
  const times = [...corpusCutoffs, settled];
  const steps: ChangeItem[] = [];
  for (const [place, until] of times.entries()) {
    const since = times[place - 1];
    if (since !== undefined) steps.push(...changesOf(await walkChanges(reader, { since, until, limit: 50 })));
  }
  const once = changesOf(await walkChanges(reader, { since: corpusCutoffs[0] ?? '', until: settled, limit: 50 }));
  expect(foldedChanges(steps)).toEqual(foldedChanges(once));
  expect(once.length).toBeGreaterThan(100);
});

it('a page of few changes goes on after the last one: every length of page gives the same list', async () => {
  const range = { since: corpusCutoffs[2] ?? '', until: (await answers.head('live')).watermark };
  const whole = changesOf(await walkChanges(reader, { ...range, limit: 50 }));
  expect(changesOf(await walkChanges(reader, { ...range, limit: 7 }))).toEqual(whole);
  const ofTwo = changesOf(await walkChanges(reader, { ...range, tickers: 'KLPF,NWTB', limit: 1 }));
  expect(ofTwo).toEqual(whole.filter(({ subject }) => ['KLPF', 'NWTB'].includes(subject.ticker ?? '')));
});
