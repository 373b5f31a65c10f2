// A record that does not fit the contract fails its own answers only; lists omit it and keep all others.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  BeliefsPage,
  BriefOverview,
  EntitiesPage,
  SourceDetail,
  SourcesPage,
  TickersResponse,
} from '../../../generated/api.ts';
import { InvalidDocument } from '../../contract/validation/documents-validator.ts';
import { LoadingBench, statement } from '../../ingest/testing/loading.ts';
import { startMeasured } from '../../testing/measured.ts';
import { type Answers, createAnswers } from '../answers.ts';
import type { UnfitRecord } from './left-out.ts';
import { baseUrl } from '../testing/lists.ts';

let bench: LoadingBench;
let answers: Answers;
let unfit: UnfitRecord[];

const now = '2026-11-01T00:00:00.000Z';
const tickers = ['ZU0', 'ZU1', 'ZU2', 'ZU3'];
const said = (ticker: string) =>
  statement(`s:${ticker}`, {
    person: { id: `p:${ticker}`, name: `Person of ${ticker}` },
    security: { ticker, name: `Name of ${ticker}` },
    dataset: `set ${ticker}`,
  });

beforeEach(async () => {
  bench = await LoadingBench.open();
  await bench.statements(...tickers.map(said));
  await bench.release('2014-01-01T00:00:00.000Z');
  unfit = [];
  const { store } = bench;
  answers = createAnswers({ store, baseUrl, now: () => now, onUnfit: (record) => unfit.push(record) });
});
afterEach(() => bench.close());

const read = async <Document>(answer: Promise<{ bytes: Buffer }>): Promise<Document> =>
  JSON.parse((await answer).bytes.toString()) as Document;

const names = (): string[] => unfit.map(({ list, id }) => `${list} ${id}`);

const leftOut = (pointer: string, count = '1 record is') => [
  {
    code: 'records-left-out',
    message: `${count} left out of this page: they cannot be shown as the contract has it. The operator's log names them.`,
    pointer,
  },
];

async function spoil(table: string, column: string, { is, becomes }: { is: string; becomes: string }): Promise<void> {
  const done = await bench.store
    .db(table)
    .where(column, is)
    .update({ [column]: becomes });
  expect(done).toBe(1);
}

const link = { is: 'https://letters.example/s:ZU1', becomes: 'javascript:alert(1)' };

describe('a list', () => {
  it('leaves out a belief whose citation does not fit, says so, and tells the operator which one it is', async () => {
    await spoil('evidence', 'url', link);
    const page = await read<BeliefsPage>(answers.beliefs('live', {}));
    expect(page.data.beliefs.map(({ subject }) => subject.ticker).sort()).toEqual(['ZU0', 'ZU2', 'ZU3']);
    expect(page.data.citations).toHaveLength(3);
    expect(page.warnings).toEqual(leftOut('/data/beliefs'));
    expect(page.data_status.coverage).toBe('partial');
    expect(names()).toEqual([expect.stringMatching(/^citations cit_/)]);
    expect(unfit[0]?.cause).toBeInstanceOf(InvalidDocument);
  });

  it('is walked past it on every page size', async () => {
    await spoil('evidence', 'url', link);
    for (const limit of [1, 2, 3]) {
      const found: (string | null)[] = [];
      let cursor: string | undefined;
      do {
        const page: BeliefsPage = await read(answers.beliefs('live', { limit, cursor }));
        found.push(...page.data.beliefs.map(({ subject }) => subject.ticker));
        cursor = page.pagination.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(found.sort()).toEqual(['ZU0', 'ZU2', 'ZU3']);
    }
  });

  it('of beliefs that has nothing else says that it is not whole', async () => {
    await spoil('evidence', 'url', link);
    const page = await read<BeliefsPage>(answers.beliefs('live', { ticker: 'ZU1' }));
    expect(page.data.beliefs).toEqual([]);
    expect(page.warnings).toEqual(leftOut('/data/beliefs'));
    expect(page.data_status.coverage).toBe('partial');
  });

  it('leaves out a belief whose person does not fit', async () => {
    await spoil('revision', 'person_name', { is: 'Person of ZU2', becomes: '' });
    const page = await read<BeliefsPage>(answers.beliefs('live', {}));
    expect(page.data.beliefs.map(({ subject }) => subject.ticker).sort()).toEqual(['ZU0', 'ZU1', 'ZU3']);
    expect(names()).toEqual([expect.stringMatching(/^beliefs bel_/)]);
  });

  it('of entities, sources and tickers leaves out those that do not fit', async () => {
    await spoil('entity', 'name', { is: 'Name of ZU1', becomes: '' });
    await spoil('entity', 'name', { is: 'Name of ZU3', becomes: '' });
    await spoil('source', 'name', { is: 'set ZU0', becomes: '' });
    const entities = await read<EntitiesPage>(answers.beliefs('live', { view: 'entities' }));
    expect(entities.data.entities.map(({ ticker }) => ticker).sort()).toEqual(['ZU0', 'ZU2']);
    expect(entities.warnings).toEqual(leftOut('/data/entities', '2 records are'));
    const sources = await read<SourcesPage>(answers.sources('live', {}));
    expect(sources.data.sources.map(({ name }) => name)).toEqual(['set ZU1', 'set ZU2', 'set ZU3']);
    expect(sources.warnings).toEqual(leftOut('/data/sources'));
    const listed = await read<TickersResponse>(answers.tickers('live'));
    expect(listed.tickers.map(({ ticker }) => ticker)).toEqual(['ZU0', 'ZU2']);
    expect(listed.warnings).toEqual(leftOut('/tickers', '2 records are'));
    expect(names().map((name) => name.split(' ')[0])).toEqual([
      'entities',
      'entities',
      'sources',
      'tickers',
      'tickers',
    ]);
  });

  it('of the evidence of a source leaves out what does not fit', async () => {
    await spoil('evidence', 'url', link);
    const page = await read<SourcesPage>(answers.sources('live', {}));
    const id = page.data.sources.find(({ name }) => name === 'set ZU1')?.source_id ?? '';
    const source = await read<SourceDetail>(answers.source('live', { id }));
    expect(source.data.evidence).toEqual([]);
    expect(source.warnings).toEqual(leftOut('/data/evidence'));
  });
});

describe('a related record that does not fit', () => {
  const filed = (ticker: string, index: number) => ({
    type: 'industry',
    ticker,
    sic: '1400',
    filed_on: '2013-01-01',
    source: `filing ${index}`,
  });

  it.each([
    ['whose link does not fit', () => spoil('evidence', 'url', link)],
    ['whose words do not fit', () => spoil('revision', 'summary', { is: 'What was said in s:ZU1.', becomes: '' })],
  ])('%s is left out of the briefs of other companies, which say so', async (_of, spoilOne) => {
    await bench.bundle(...tickers.map(filed));
    await bench.release();
    await spoilOne();
    for (const detail of ['overview', 'full'] as const) {
      const brief = await read<BriefOverview>(answers.brief('live', { ticker: 'ZU0', detail }));
      const { related_beliefs: related, omitted_related_count: omitted } = brief.related_context;
      expect(related.map(({ ticker }) => ticker).sort()).toEqual(['ZU2', 'ZU3']);
      expect(omitted).toBe(1);
      expect(brief.warnings).toEqual(leftOut('/related_context/related_beliefs'));
    }
    expect(names()).toEqual([expect.stringMatching(/^related bel_/), expect.stringMatching(/^related bel_/)]);
  });
});

describe('a record that does not fit', () => {
  it('fails its own answers, and no other', async () => {
    await spoil('evidence', 'url', link);
    await expect(answers.brief('live', { ticker: 'ZU1' })).rejects.toThrow(InvalidDocument);
    for (const ticker of ['ZU0', 'ZU2', 'ZU3']) await answers.brief('live', { ticker });
  });

  it('is counted', async () => {
    await spoil('evidence', 'url', link);
    const service = await startMeasured(bench.store, now);
    try {
      await service.serving.answers.beliefs('live', {});
      expect(await service.value('research_records_left_out_total', { list: 'citations' })).toBe(1);
      expect(await service.value('research_records_left_out_total')).toBe(1);
    } finally {
      await service.close();
    }
  });
});
