// Pages of changes of the preview corpus: their citations, what is refused, and withdrawals in their range.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeItem, ChangesPage } from '../../generated/api.ts';
import { withdraw } from '../ingest/withdrawal/withdraw.ts';
import type { Store } from '../store/engine/engine.ts';
import { type Answers, createAnswers } from '../answers/answers.ts';
import { changesOf, foldedChanges, walkChanges } from '../answers/testing/changed-documents.ts';
import type { ChangesRequest } from '../answers/lists/changes.ts';
import { baseUrl, refusal } from '../answers/testing/lists.ts';
import { corpusCutoffs as cutoffs, openPublished } from '../ingest/testing/published.ts';

const now = '2026-11-01T00:00:00.000Z';

/** The clock of the service, which withdrawals move to the database's own. */
let clock = now;
let store: Store;
let answers: Answers;
/** The newest settled instant before the withdrawals and after them. */
let settled: string;

const reader = () => ({ answers, collection: 'live' as const });

beforeAll(async () => {
  store = await openPublished('both');
  answers = createAnswers({ store, baseUrl, now: () => clock });
  settled = (await answers.head('live')).watermark;
});
afterAll(() => store.close());

describe('a page of changes', () => {
  const since = cutoffs[2] ?? '';

  it('is the same bytes on every process, and cites exactly what it shows', async () => {
    const other = createAnswers({ store, baseUrl, now: () => now });
    const question = { since, until: settled, limit: 50 };
    const [one, two] = [await answers.changes('live', question), await other.changes('live', question)];
    expect(one.sha256).toBe(two.sha256);
    for (const page of await walkChanges(reader(), question)) {
      const cited = new Set(page.data.changes.flatMap(({ citation_ids: ids }) => ids));
      expect(page.data.citations.map(({ citation_id: id }) => id)).toEqual([...cited].toSorted());
    }
  });

  it('names what it refuses', async () => {
    const refused = async (request: Partial<ChangesRequest>) => {
      const { code, options } = await refusal(answers.changes('live', { since, ...request }));
      return [code, options.errors?.map(({ location }) => location)];
    };
    expect(await refused({ tickers: 'NWTB,YYYY,ZZZZ' })).toEqual(['not-covered', ['query.tickers', 'query.tickers']]);
    // Research of related companies alone is a brief, and no change.
    expect(await refused({ tickers: 'PELD' })).toEqual(['not-covered', ['query.tickers']]);
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect(await refused({ entity_ids: nobody })).toEqual(['not-covered', ['query.entity_ids']]);
    expect(await refused({ until: since })).toEqual(['invalid-request', ['query.until']]);
    expect(await refused({ since: '2031-01-01T00:00:00Z' })).toEqual(['as-of-in-future', ['query.since']]);
    expect(await refused({ until: '2031-01-01T00:00:00Z' })).toEqual(['as-of-in-future', ['query.until']]);
    const many = Array.from({ length: 26 }, (_, place) => `T${place}`).join(',');
    const ids = Array.from({ length: 25 }, (_, place) => nobody.slice(0, -2) + String(10 + place)).join(',');
    expect(await refused({ tickers: many, entity_ids: ids })).toEqual(['invalid-request', ['query.entity_ids']]);
    const cursor = (JSON.parse((await answers.changes('live', { since, limit: 1 })).bytes.toString()) as ChangesPage)
      .pagination.next_cursor;
    expect(await refused({ tickers: 'NWTB', cursor: cursor ?? '' })).toEqual(['cursor-mismatch', ['query.cursor']]);
  });
});

describe('withdrawals', () => {
  it('are in the range that holds them, with a reason and without words, and leave every earlier range as it was', async () => {
    const range = { since: cutoffs[0] ?? '', until: settled, limit: 50 };
    const earlier = await walkChanges(reader(), range);
    const opened = changesOf(earlier).filter(({ kind }) => kind === 'view_opened');
    const [first, second] = opened.filter(({ subject }) => subject.ticker === 'KLPF');
    if (first === undefined || second === undefined) throw new Error('KLPF has no two views');
    const words = first.statement?.text ?? '';
    const evidence = earlier
      .flatMap(({ data }) => data.citations)
      .find(({ citation_id: id }) => first.citation_ids[0] === id);
    const taken = [evidence?.evidence_id ?? '', second.belief_id ?? ''];
    const steps: string[] = [settled];
    for (const id of taken) {
      await withdraw(store.db, { collection: 'live', id, reason: `taken back: ${id}`, dryRun: false });
      steps.push((clock = (await answers.head('live')).watermark));
    }
    expect((await walkChanges(reader(), range)).map(({ data }) => data)).toEqual(earlier.map(({ data }) => data));

    const found = changesOf(await walkChanges(reader(), { since: settled, limit: 50 }));
    const ofKind = (kind: ChangeItem['kind']) => found.filter((change) => change.kind === kind);
    expect(ofKind('evidence_withdrawn')).toMatchObject([
      { object_id: taken[0], reason: `taken back: ${taken[0]}`, statement: null, citation_ids: [] },
    ]);
    expect(ofKind('view_withdrawn').map(({ belief_id: id }) => id)).toContain(second.belief_id);
    expect(ofKind('view_withdrawn').find(({ belief_id: id }) => id === second.belief_id)).toMatchObject({
      reason: `taken back: ${taken[1]}`,
      after: null,
      person: second.person,
    });
    expect(JSON.stringify(found)).not.toContain(words.slice(0, 60));

    const [start = '', middle = '', end = ''] = steps;
    const stepped = [
      ...changesOf(await walkChanges(reader(), { since: range.since, until: start, limit: 50 })),
      ...changesOf(await walkChanges(reader(), { since: start, until: middle, limit: 50 })),
      ...changesOf(await walkChanges(reader(), { since: middle, until: end, limit: 50 })),
    ];
    const once = changesOf(await walkChanges(reader(), { since: range.since, until: end, limit: 50 }));
    expect(foldedChanges(stepped)).toEqual(foldedChanges(once));
  });
});
