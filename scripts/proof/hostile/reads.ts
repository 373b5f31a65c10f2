// Every read of a loaded collection: each document is asked for, and held against the schema of its operation.
import type { Answers } from '../../../server/answers/answers.ts';
import type { Answer } from '../../../server/answers/kept.ts';
import { type SchemaName, validateDocument } from '../../../server/contract/validation/documents-validator.ts';
import { ProblemError } from '../../../server/contract/problems.ts';
import type { Collection } from '../../../server/store/engine/db.ts';

type Document = {
  data?: { [list: string]: { [field: string]: string }[] };
  tickers?: { ticker: string }[];
  pagination?: { next_cursor: string | null };
};

/** A read that failed, in words. */
export type Failure = { read: string; why: string };

export type Reads = { count: number; failures: Failure[] };

/** A brief may be too large for what was asked, and an earlier cutoff may know nothing yet: no other read may be refused. */
const allowed = new Set(['brief-too-large', 'not-covered']);
/** Within the days of the units: some of their records are not known yet. */
const earlier = '2020-03-04T21:30:00.000Z';

export async function readEverything(answers: Answers, collection: Collection): Promise<Reads> {
  const reads: Reads = { count: 0, failures: [] };
  const read = async (name: string, schema: SchemaName, ask: () => Promise<Answer>): Promise<Document | null> => {
    reads.count += 1;
    try {
      const { bytes } = await ask();
      const document = JSON.parse(bytes.toString()) as Document;
      validateDocument(schema, document);
      return document;
    } catch (error) {
      if (error instanceof ProblemError && allowed.has(error.code)) return null;
      reads.failures.push({ read: name, why: String(error) });
      return null;
    }
  };
  const pages = async (name: string, schema: SchemaName, ask: (cursor?: string) => Promise<Answer>) => {
    const found: { [list: string]: { [field: string]: string }[] }[] = [];
    let cursor: string | null | undefined;
    do {
      const after = cursor ?? undefined;
      const page = await read(name, schema, () => ask(after));
      if (page?.data !== undefined) found.push(page.data);
      cursor = page?.pagination?.next_cursor;
    } while (cursor != null);
    return found;
  };
  const tickers = await read('tickers', 'TickersResponse', () => answers.tickers(collection));
  for (const { ticker } of tickers?.tickers ?? []) {
    await read(`overview ${ticker}`, 'BriefOverview', () => answers.brief(collection, { ticker }));
    await read(`full ${ticker}`, 'BriefFull', () => answers.brief(collection, { ticker, detail: 'full' }));
    await read(`earlier ${ticker}`, 'BriefOverview', () => answers.brief(collection, { ticker, as_of: earlier }));
    await read(`beliefs ${ticker}`, 'BeliefsPage', () => answers.beliefs(collection, { ticker }));
  }
  const entities = await pages('entities', 'EntitiesPage', (cursor) =>
    answers.beliefs(collection, { view: 'entities', limit: 50, cursor }),
  );
  for (const { entity_id: id = '', kind } of entities.flatMap(({ entities: rows = [] }) => rows)) {
    if (kind === 'listing') continue;
    await read(`entity ${id}`, 'BriefEntity', () => answers.brief(collection, { entity_id: id }));
  }
  const beliefs = await pages('beliefs', 'BeliefsPage', (cursor) => answers.beliefs(collection, { limit: 50, cursor }));
  for (const { belief_id: id = '' } of beliefs.flatMap(({ beliefs: rows = [] }) => rows)) {
    await read(`belief ${id}`, 'BeliefDetail', () => answers.belief(collection, id, undefined));
  }
  const sources = await pages('sources', 'SourcesPage', (cursor) => answers.sources(collection, { limit: 50, cursor }));
  for (const { source_id: id = '' } of sources.flatMap(({ sources: rows = [] }) => rows)) {
    const source = await read(`source ${id}`, 'SourceDetail', () => answers.source(collection, { id }));
    for (const { evidence_id: evidence = '' } of source?.data?.['evidence'] ?? []) {
      await read(`evidence ${evidence}`, 'EvidenceDetail', () => answers.evidence(collection, { id: evidence }));
    }
  }
  return reads;
}
