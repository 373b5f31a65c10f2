// Sources and evidence for a caller: in order of name, counted, whole, and gone with a reason after withdrawal.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EvidenceDetail, EvidencePage, SourceDetail, SourcesPage } from '../../../generated/api.ts';
import type { Store } from '../../store/engine/engine.ts';
import { closeRecord, publishTold, type BeliefSketch } from '../../store/testing/research.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { type Answers, createAnswers } from '../answers.ts';
import type { EvidenceRequest, SourcesRequest } from './sources.ts';
import { baseUrl, day, now, refusal } from '../testing/lists.ts';

const pinned = `as_of=${encodeURIComponent(day(20))}`;

let store: Store;
let answers: Answers;

const kinds = ['post', 'letter', 'filing'];
/** Five sources, two with one name; a sixth is first observed on day 30. */
const sources = ['Zebra', 'Älpler', 'apple', 'Mango', 'Mango'].map((name, index) => ({
  id: `src_${index}`,
  kind: kinds[index % 3] ?? '',
  name,
}));

const told: BeliefSketch[] = [
  ...sources.map((source, index) => ({ belief: `s${index}`, observedAt: day(1 + index), source })),
  ...Array.from({ length: 60 }, (_, index) => ({
    belief: `m${String(index).padStart(2, '0')}`,
    observedAt: day(6 + Math.floor(index / 20)),
    ...(sources[3] !== undefined && { source: sources[3] }),
  })),
];

async function open(): Promise<void> {
  store = await openTestStore();
  answers = createAnswers({ store, baseUrl, now: () => now });
  await publishTold(store.db, { told, effectiveAt: '2000-01-01T00:00:00.000Z', now });
  const later = { belief: 'later', observedAt: day(20), source: { id: 'src_9', kind: 'video', name: 'Aardvark' } };
  await publishTold(store.db, { told: [later], effectiveAt: day(10), now });
}

const read = async <Document>(answer: ReturnType<Answers['sources']>): Promise<Document> =>
  JSON.parse((await answer).bytes.toString()) as Document;

describe('the directory of sources', () => {
  beforeAll(open);
  afterAll(() => store.close());

  it('is walked by name in code point order, then by id, on every page size', async () => {
    for (const limit of [1, 4, 50]) {
      const names: string[] = [];
      for (let request: SourcesRequest | null = { limit }; request !== null;) {
        const page: SourcesPage = await read(answers.sources('live', request));
        names.push(...page.data.sources.map(({ source_id: id, name }) => `${name} ${id}`));
        const url = page.pagination.next_page_url;
        request = url === null ? null : { limit, cursor: new URL(url).searchParams.get('cursor') ?? '' };
      }
      expect(names).toEqual([
        'Aardvark src_9',
        'Mango src_3',
        'Mango src_4',
        'Zebra src_0',
        'apple src_2',
        'Älpler src_1',
      ]);
    }
  });

  it('counts the evidence of each and leads to the whole of it', async () => {
    const page = await read<SourcesPage>(answers.sources('live', { kind: 'post' }));
    expect(page.data.sources).toEqual([
      {
        source_id: 'src_3',
        kind: 'post',
        name: 'Mango',
        url: null,
        evidence_count: 61,
        latest_observation_at: day(8),
        detail_url: `${baseUrl}/v1/sources/src_3?${pinned}`,
      },
      {
        source_id: 'src_0',
        kind: 'post',
        name: 'Zebra',
        url: null,
        evidence_count: 1,
        latest_observation_at: day(1),
        detail_url: `${baseUrl}/v1/sources/src_0?${pinned}`,
      },
    ]);
    expect(page.data_status).toMatchObject({ coverage: 'complete', latest_observation_at: day(8) });
    expect((await read<SourcesPage>(answers.sources('live', { kind: 'transcript' }))).data.sources).toEqual([]);
  });

  it('at an earlier cutoff knows no source that nothing had come from yet, and counts what had', async () => {
    const page = await read<SourcesPage>(answers.sources('live', { as_of: day(4) }));
    expect(page.data.sources.map((row) => row.source_id)).toEqual(['src_3', 'src_0', 'src_2', 'src_1']);
    expect(page.data.sources[0]).toMatchObject({ evidence_count: 1, latest_observation_at: day(4) });
    expect((await refusal(answers.source('live', { id: 'src_4', as_of: day(4) }))).code).toBe('no-such-record');
  });

  it('shows of one source the newest fifty pieces of evidence and counts the others', async () => {
    const { data, data_status: status } = await read<SourceDetail>(answers.source('live', { id: 'src_3' }));
    expect(data.evidence).toHaveLength(50);
    expect(data.omitted_evidence_count).toBe(11);
    expect(data.evidence[0]).toMatchObject({
      evidence_id: 'evd_m40-1',
      observed_at: day(8),
      detail_url: `${baseUrl}/v1/evidence/evd_m40-1?${pinned}`,
    });
    const order = data.evidence.map((row) => row.observed_at);
    expect(order).toEqual(order.toSorted().toReversed());
    expect(status).toMatchObject({
      coverage: 'partial',
      limitations: [expect.stringMatching(/^11 older/), expect.stringMatching(/^Prices of SPY/)],
    });
  });

  async function walk(asked: EvidenceRequest): Promise<EvidencePage[]> {
    const pages: EvidencePage[] = [];
    for (let request: EvidenceRequest | null = asked; request !== null;) {
      const page: EvidencePage = await read(answers.evidenceOfSource('live', request));
      pages.push(page);
      const url = page.pagination.next_page_url;
      expect(url === null || url.startsWith(`${baseUrl}/v1/sources/${asked.id}/evidence?`)).toBe(true);
      const { limit, ...sent } = Object.fromEntries(new URL(url ?? baseUrl).searchParams);
      request = url === null ? null : { id: asked.id, ...sent, limit: Number(limit) };
    }
    return pages;
  }
  const idsIn = (pages: readonly EvidencePage[]): string[] =>
    pages.flatMap(({ data }) => data.evidence.map(({ evidence_id: id }) => id));

  it('reaches every piece of evidence of a source, the newest first, on every page size', async () => {
    const whole = idsIn(await walk({ id: 'src_3', limit: 50 }));
    expect([whole.length, new Set(whole).size]).toEqual([61, 61]);
    const shown = await read<SourceDetail>(answers.source('live', { id: 'src_3' }));
    expect(whole.slice(0, 50)).toEqual(shown.data.evidence.map((row) => row.evidence_id));
    for (const limit of [1, 7, 20]) expect(idsIn(await walk({ id: 'src_3', limit }))).toEqual(whole);
    const [first, last] = [(await walk({ id: 'src_3' }))[0], (await walk({ id: 'src_3' })).at(-1)];
    expect(first?.data.source).toEqual(shown.data.source);
    expect(first?.data_status).toMatchObject({ coverage: 'partial', latest_observation_at: day(8) });
    expect(last?.data_status).toMatchObject({ coverage: 'partial', latest_observation_at: day(4) });
    expect((await walk({ id: 'src_2' }))[0]?.data_status.coverage).toBe('complete');
  });

  it('keeps a walk through evidence to its range and its cutoff', async () => {
    const ranged = { observed_since: day(6), observed_until: day(8) };
    expect(idsIn(await walk({ id: 'src_3', limit: 3, ...ranged }))).toHaveLength(40);
    expect(idsIn(await walk({ id: 'src_3', limit: 3, as_of: day(6) }))).toHaveLength(21);
    const none = await walk({ id: 'src_3', observed_since: day(9) });
    expect(none).toHaveLength(1);
    expect(none[0]?.data_status).toMatchObject({ coverage: 'insufficient', latest_observation_at: null });
    const empty = { id: 'src_3', observed_since: day(8), observed_until: day(8) };
    expect((await refusal(answers.evidenceOfSource('live', empty))).code).toBe('invalid-request');
  });

  it('holds a cursor of evidence to its source, and knows no source that is not there', async () => {
    const page = await read<EvidencePage>(answers.evidenceOfSource('live', { id: 'src_3', limit: 5 }));
    const cursor = page.pagination.next_cursor ?? '';
    expect((await refusal(answers.evidenceOfSource('live', { id: 'src_4', cursor }))).code).toBe('cursor-mismatch');
    expect((await refusal(answers.sources('live', { cursor }))).code).toBe('cursor-mismatch');
    for (const request of [{ id: 'src_none' }, { id: 'src_4', as_of: day(4) }])
      expect((await refusal(answers.evidenceOfSource('live', request))).code).toBe('no-such-record');
  });

  it('lists the sources that something was observed from within a range', async () => {
    const names = async (request: SourcesRequest): Promise<string[]> =>
      (await read<SourcesPage>(answers.sources('live', request))).data.sources.map((row) => row.source_id);
    expect(await names({ observed_since: day(3), observed_until: day(5) })).toEqual(['src_3', 'src_2']);
    expect(await names({ observed_until: day(2) })).toEqual(['src_0']);
    expect(await names({ observed_since: day(8), kind: 'post' })).toEqual(['src_3']);
    expect(await names({ observed_since: day(21) })).toEqual([]);
  });

  it('shows of evidence the whole capture, its source, and the citations into it', async () => {
    const { data } = await read<EvidenceDetail>(answers.evidence('live', { id: 'evd_s2-1' }));
    expect(data.evidence.capture).toEqual({ text: 'Orders cover two years of output.', truncated: false });
    const hash = createHash('sha256').update(data.evidence.capture.text).digest('hex');
    expect(data.evidence.content_hash).toBe(`sha256:${hash}`);
    expect(data.source).toMatchObject({ source_id: 'src_2', evidence_count: 1 });
    expect(data.citations.map((row) => [row.citation_id, row.evidence_id])).toEqual([['cit_s2-1', 'evd_s2-1']]);
  });

  it('says of what it never had that there is no such record', async () => {
    for (const id of ['src_none', 'evd_s2-1']) {
      expect((await refusal(answers.source('live', { id }))).code).toBe('no-such-record');
    }
    expect((await refusal(answers.evidence('live', { id: 'evd_none' }))).code).toBe('no-such-record');
    expect((await refusal(answers.evidence('live', { id: 'evd_m40-1', as_of: day(7) }))).code).toBe('no-such-record');
    expect((await refusal(answers.evidence('preview', { id: 'evd_s2-1' }))).code).toBe('no-such-record');
  });
});

describe('what was withdrawn', () => {
  beforeAll(open);
  afterAll(() => store.close());

  it('is gone with its reason from then on, and there at every earlier cutoff', async () => {
    const before = await read<EvidenceDetail>(answers.evidence('live', { id: 'evd_s2-1' }));
    for (const [table, id] of [
      ['evidence', 'evd_s2-1'],
      ['source', 'src_2'],
    ] as const) {
      await closeRecord(store.db, { table, id, reason: 'the publisher asked', now });
    }
    const refusals = [
      await refusal(answers.evidence('live', { id: 'evd_s2-1' })),
      await refusal(answers.source('live', { id: 'src_2' })),
    ];
    for (const { code, options } of refusals) {
      expect([code, options.extra]).toEqual(['withdrawn', { reason: 'the publisher asked' }]);
    }
    const page = await read<SourcesPage>(answers.sources('live', {}));
    expect(page.data.sources.map((row) => row.source_id)).not.toContain('src_2');
    expect(await read(answers.evidence('live', { id: 'evd_s2-1', as_of: before.as_of }))).toEqual(before);
  });
});
