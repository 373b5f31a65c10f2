// Database round trips of an answer outside the caches: one for each step, independent of the answer's size.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Answers, createAnswers } from '../answers/answers.ts';
import type { Answer } from '../answers/kept.ts';
import { openCorpus } from '../ingest/testing/corpus.ts';
import type { Store } from '../store/engine/engine.ts';

let store: Store;
let answers: Answers;

beforeAll(async () => {
  ({ store } = await openCorpus());
});

beforeEach(() => {
  answers = createAnswers({ store, baseUrl: 'https://research.test', now: () => '2026-11-02T12:00:00.000Z' });
});

afterAll(() => store.close());

const tables = new Set(
  'belief belief_part citation entity evidence industry person price price_vintage revision source split'.split(' '),
);

type RoundTrips = { statements: string[]; document: Record<string, unknown> };

/**
 * The research tables read by each statement of one answer, in alphabetical order. Other statements read the clock, the
 * calendar and the cursor keys: the same few rows for every question.
 */
async function asked(ask: () => Promise<Answer>): Promise<RoundTrips> {
  const seen: string[] = [];
  const note = ({ sql }: { sql: string }): void => void seen.push(sql);
  store.db.on('query', note);
  const { bytes } = await ask().finally(() => store.db.removeListener('query', note));
  const statements = seen.map((sql) => [...tablesOf(sql)].sort().join(' ')).filter((names) => names !== '');
  return { statements, document: JSON.parse(String(bytes)) as Record<string, unknown> };
}

function tablesOf(sql: string): Set<string> {
  const named = [...sql.matchAll(/\b(?:from|join) (\w+)/g)].map(([, table = '']) => table);
  return new Set(named.filter((table) => tables.has(table)));
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** Two cutoffs of one version. */
const inSeptember = '2026-09-15T23:00:00.000Z';
const shortlyLater = '2026-09-15T23:00:00.001Z';
const justBefore = '2026-09-15T22:59:59.999Z';
const laterInSeptember = '2026-09-29T23:00:00.000Z';

const subject = 'belief entity industry price price_vintage revision';
const subjectWithKeptPrices = 'entity industry';
const courses = 'belief revision';
const shown = 'belief belief_part citation evidence person revision source';

it('an overview: all that is known of the listing, what is shown of that; prices and courses only once', async () => {
  const ask = (asOf: string) => answers.brief('preview', { ticker: 'NWTB', as_of: asOf });
  const { statements, document } = await asked(() => ask(inSeptember));
  expect(statements).toEqual([subject, shown]);
  expect(lengthOf(document['views'])).toBeGreaterThan(1);
  expect(JSON.stringify(document['related_context'])).toContain('same_industry_group');
  // A repeated subject takes its beliefs, and those about its industry, from memory.
  const repeated = [subjectWithKeptPrices, courses, shown];
  expect((await asked(() => ask(laterInSeptember))).statements).toEqual(repeated);
  expect((await asked(() => ask(shortlyLater))).statements).toEqual([subjectWithKeptPrices, shown]);
});

it('a full form: its splits besides, with what is shown', async () => {
  const { statements, document } = await asked(() => answers.brief('preview', { ticker: 'NWTB', detail: 'full' }));
  expect(statements).toEqual([subject, `${shown} split`]);
  expect(lengthOf(document['theses'])).toBeGreaterThan(1);
});

it('the brief of an entity: all that is known of it, what is shown of that', async () => {
  const { statements, document } = await asked(() =>
    answers.brief('preview', { entity_id: '3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1f01' }),
  );
  expect(statements).toEqual([subject, 'belief_part citation evidence person revision source']);
  expect(lengthOf(document['views'])).toBeGreaterThan(1);
});

it('a page of beliefs: the subject, which beliefs, what these say and cite; that only once', async () => {
  const ask = (asOf: string) => answers.beliefs('preview', { ticker: 'MSBK', as_of: asOf });
  const [which, said] = ['belief person revision', 'citation entity evidence revision source'];
  const prices = 'entity price price_vintage';
  expect((await asked(() => ask(inSeptember))).statements).toEqual(['entity', which, said, prices]);
  // A repeated list takes the positions and people of its beliefs from memory.
  expect((await asked(() => ask(shortlyLater))).statements).toEqual(['entity', 'belief revision', 'person revision']);
  // A repeated page is built from these and then cached.
  expect((await asked(() => ask(inSeptember))).statements).toEqual(['entity']);
  expect((await asked(() => ask(inSeptember))).statements).toEqual([]);
  expect((await asked(() => ask(justBefore))).statements).toEqual(['entity']);
});

it('a belief: all that was recorded of it; prices that are not kept, and which of them are quoted', async () => {
  const recorded = 'belief belief_part citation entity evidence person revision source split';
  const opposing = 'citation evidence source';
  const ask = (asOf: string) => answers.belief('preview', 'bel_d0bee5ef6006a1d13854ab61830ec778', asOf);
  expect((await asked(() => ask(inSeptember))).statements).toEqual([recorded, 'entity price price_vintage', opposing]);
  expect((await asked(() => ask(laterInSeptember))).statements).toEqual([recorded, opposing]);
});
