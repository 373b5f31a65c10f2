// Bounds in bytes hold for the largest research that can be loaded, and documents report what they omit.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BeliefsPage, BriefEntity, BriefFull, BriefOverview } from '../../../generated/api.ts';
import { ProblemError } from '../../contract/problems.ts';
import { citedIds } from '../../documents/cited.ts';
import { label, link } from '../../ingest/schemas/fields.ts';
import { LoadingBench } from '../../ingest/testing/loading.ts';
import { worstEntity, worstPrices, worstRecords } from '../../ingest/testing/worst-case.ts';
import { type Answers, type BriefRequest, createAnswers } from '../answers.ts';
import type { Answer } from '../kept.ts';

const OVERVIEW_BYTES_MAX = 98_304;
const ENTITY_BYTES_MAX = 32_768;
const FULL_BYTES_MAX = 262_144;
const PAGE_BYTES_MAX = 163_840;

const documentOf = <T>({ bytes }: Answer): T => JSON.parse(bytes.toString()) as T;

type Worst = { answers: Answers; close: () => Promise<void> };

async function open(measures: Parameters<typeof worstRecords>[0], entities: number): Promise<Worst> {
  const bench = await LoadingBench.open();
  await bench.bundle(...worstRecords(measures, entities));
  await bench.prices('NWTB.csv', worstPrices(3), { provider: 'P'.repeat(200) });
  await bench.prices('SPY.csv', worstPrices(7), { provider: 'P'.repeat(200) });
  await bench.release('2021-01-01T00:00:00.000Z');
  const now = '2021-06-30T22:00:00.000Z';
  const answers = createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => now });
  return { answers, close: () => bench.close() };
}

const cases = [
  { what: 'long', measures: { label: 60, link: 100, text: 700, paragraphs: 6, conditions: 3 }, entities: 25 },
  {
    what: 'as long as the load rules allow',
    measures: { label: label.maxLength, link: link.maxLength, text: 2_500, paragraphs: 12, conditions: 10 },
    entities: 3,
  },
];

describe.each(cases)('research whose texts are $what', ({ measures, entities }) => {
  let worst: Worst;
  beforeAll(async () => {
    worst = await open(measures, entities);
  });
  afterAll(() => worst.close());

  const ask = (request: BriefRequest): Promise<Answer> => worst.answers.brief('live', request);
  async function refusal(request: BriefRequest) {
    const error = await ask(request).catch((thrown: unknown) => thrown);
    if (!(error instanceof ProblemError)) return null;
    return { code: error.code, ...error.options.extra };
  }

  it('has an overview of at most 96 KiB that counts and cites all that it shows', async () => {
    const answer = await ask({ ticker: 'NWTB' });
    const { citations, ...document } = documentOf<BriefOverview>(answer);
    expect(answer.bytes.length).toBeLessThanOrEqual(OVERVIEW_BYTES_MAX);
    expect(citations.map(({ citation_id }) => citation_id).sort()).toEqual([...citedIds(document)].sort());
    const { released_record_count: released, returned_view_count: returned } = document.coverage;
    expect([released, returned]).toEqual([6, document.views.length]);
    expect(document.warnings.map(({ code }) => code)).toContain('texts-shortened');
  });

  it('has an entity brief of at most 32,768 bytes when the number of views is left open [SPEC-B3]', async () => {
    const answer = await ask({ entity_id: worstEntity });
    const { coverage, views, warnings } = documentOf<BriefEntity>(answer);
    expect(answer.bytes.length).toBeLessThanOrEqual(ENTITY_BYTES_MAX);
    expect(coverage).toMatchObject({ released_record_count: entities, returned_view_count: views.length });
    expect(warnings.map(({ code }) => code)).toContain('shortened-to-fit');
  });

  it('refuses more views than fit, and the number that it suggests fits [SPEC-B3]', async () => {
    const refused = await refusal({ entity_id: worstEntity, max_results: 20 });
    expect(refused).toMatchObject({ code: 'brief-too-large', limit_bytes: ENTITY_BYTES_MAX });
    const suggested = Number(refused?.suggested_max_results);
    expect(suggested).toBeGreaterThan(0);
    const answer = await ask({ entity_id: worstEntity, max_results: suggested });
    expect(answer.bytes.length).toBeLessThanOrEqual(ENTITY_BYTES_MAX);
    expect(documentOf<BriefEntity>(answer).views).toHaveLength(suggested);
    const next = await refusal({ entity_id: worstEntity, max_results: suggested + 1 });
    expect(next).toMatchObject({ code: 'brief-too-large', suggested_max_results: suggested });
  });

  it('has a full form of at most 256 KiB, and refuses more theses than fit', async () => {
    const answer = await ask({ ticker: 'NWTB', detail: 'full' });
    const { theses, omitted_thesis_count } = documentOf<BriefFull>(answer);
    expect(theses.length).toBeGreaterThan(0);
    expect(answer.bytes.length).toBeLessThanOrEqual(FULL_BYTES_MAX);
    expect(theses.length + omitted_thesis_count).toBe(6);
    const refused = await refusal({ ticker: 'NWTB', detail: 'full', max_results: 6 });
    expect(refused).toMatchObject({ code: 'brief-too-large', limit_bytes: FULL_BYTES_MAX });
    const suggested = Number(refused?.suggested_max_results);
    expect(suggested).toBeGreaterThan(0);
    const smaller = await ask({ ticker: 'NWTB', detail: 'full', max_results: suggested });
    expect(documentOf<BriefFull>(smaller).theses).toHaveLength(suggested);
  });

  it('has pages of at most 160 KiB that together hold every record once', async () => {
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const answer: Answer = await worst.answers.beliefs('live', { limit: 50, cursor });
      expect(answer.bytes.length).toBeLessThanOrEqual(PAGE_BYTES_MAX);
      const page = documentOf<BeliefsPage>(answer);
      seen.push(...page.data.beliefs.map(({ belief_id }) => belief_id));
      cursor = page.pagination.next_cursor;
    }
    expect(new Set(seen).size).toBe(16 + entities);
    expect(seen).toHaveLength(16 + entities);
  });
});
