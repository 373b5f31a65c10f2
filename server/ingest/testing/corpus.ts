// The preview corpus in a store, and everything that the service says of it at its newest cutoff.
import type {
  BeliefDetail,
  BeliefItem,
  BeliefsPage,
  BriefEntity,
  BriefFull,
  BriefOverview,
  EntitiesPage,
  EvidenceDetail,
  SourceDetail,
  SourcesPage,
  TickersResponse,
} from '../../../generated/api.ts';
import { type Answers, createAnswers } from '../../answers/answers.ts';
import type { Store } from '../../store/engine/engine.ts';
import { asDocument } from './market.ts';
import { openPublished } from './published.ts';

export type Corpus = {
  tickers: TickersResponse;
  entities: EntitiesPage['data']['entities'];
  beliefs: BeliefItem[];
  /** Of every page of every list of beliefs. */
  pages: BeliefsPage[];
  overviews: BriefOverview[];
  fulls: BriefFull[];
  entityBriefs: BriefEntity[];
  details: ReadonlyMap<string, BeliefDetail>;
  sources: SourceDetail[];
  evidence: ReadonlyMap<string, EvidenceDetail>;
};

/** Only related research: not in the coverage list. */
const uncovered = ['PELD'];

export async function openCorpus(): Promise<{ store: Store; answers: Answers }> {
  const store = await openPublished('preview');
  const now = '2026-11-02T12:00:00.000Z';
  return { store, answers: createAnswers({ store, baseUrl: 'https://research.test', now: () => now }) };
}

async function pagesOf<Page extends { pagination: { next_cursor: string | null } }>(
  page: (cursor: string | undefined) => Promise<Page>,
): Promise<Page[]> {
  const pages = [await page(undefined)];
  for (let next = pages[0]?.pagination.next_cursor; next != null; next = pages.at(-1)?.pagination.next_cursor) {
    pages.push(await page(next));
  }
  return pages;
}

async function each<Key, Value>(keys: Iterable<Key>, ask: (key: Key) => Promise<Value>): Promise<Value[]> {
  const values: Value[] = [];
  for (const key of keys) values.push(await ask(key));
  return values;
}

/** Asks for all of it, a few hundred documents. */
export async function everythingOf(answers: Answers): Promise<Corpus> {
  const tickers = asDocument(await answers.tickers('preview')) as TickersResponse;
  const listings = [...tickers.tickers.map(({ ticker }) => ticker), ...uncovered];
  const pages = await pagesOf(
    async (cursor) => asDocument(await answers.beliefs('preview', { limit: 50, cursor })) as BeliefsPage,
  );
  const entityPages = await pagesOf(
    async (cursor) => asDocument(await answers.beliefs('preview', { view: 'entities', cursor })) as EntitiesPage,
  );
  const sourcePages = await pagesOf(
    async (cursor) => asDocument(await answers.sources('preview', { cursor })) as SourcesPage,
  );
  const entities = entityPages.flatMap((page) => page.data.entities);
  const beliefs = pages.flatMap((page) => page.data.beliefs);
  const details = await each(beliefs, async ({ belief_id: id }) => {
    return [id, asDocument(await answers.belief('preview', id, undefined)) as BeliefDetail] as const;
  });
  const sourceIds = sourcePages.flatMap((page) => page.data.sources.map(({ source_id }) => source_id));
  const cited = details.flatMap(([, { data }]) => data.citations.map(({ evidence_id: id }) => id));
  return {
    tickers,
    entities,
    beliefs,
    pages,
    overviews: await each(
      listings,
      async (ticker) => asDocument(await answers.brief('preview', { ticker })) as BriefOverview,
    ),
    fulls: await each(
      listings,
      async (ticker) => asDocument(await answers.brief('preview', { ticker, detail: 'full' })) as BriefFull,
    ),
    entityBriefs: await each(
      entities.filter(({ kind }) => kind !== 'listing'),
      async ({ entity_id }) => asDocument(await answers.brief('preview', { entity_id })) as BriefEntity,
    ),
    details: new Map(details),
    sources: await each(sourceIds, async (id) => asDocument(await answers.source('preview', { id })) as SourceDetail),
    evidence: new Map(
      await each(new Set(cited), async (id) => {
        return [id, asDocument(await answers.evidence('preview', { id })) as EvidenceDetail] as const;
      }),
    ),
  };
}
