// Test support for lists: a store with a few beliefs, and callers that follow the addresses of pages.
import type { BeliefsPage } from '../../../generated/api.ts';
import { ProblemError } from '../../contract/problems.ts';
import type { Store } from '../../store/engine/engine.ts';
import type { BeliefSketch } from '../../store/testing/research.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { type Answers, createAnswers } from '../answers.ts';
import type { BeliefsRequest } from '../lists/beliefs.ts';

export const baseUrl = 'https://research.test';
export const now = '2030-01-05T00:00:00.000Z';
export const day = (number: number): string => `2029-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;

export type Lists = {
  store: Store;
  answers: Answers;
  /** Another process with empty caches. */
  another(): Answers;
  page(request: BeliefsRequest, from?: Answers): Promise<BeliefsPage>;
  walk(request: BeliefsRequest): Promise<BeliefsPage[]>;
};

export async function openLists(): Promise<Lists> {
  const store = await openTestStore();
  const another = (): Answers => createAnswers({ store, baseUrl, now: () => now });
  const answers = another();
  const page: Lists['page'] = async (request, from = answers) =>
    JSON.parse((await from.beliefs('live', request)).bytes.toString()) as BeliefsPage;
  return {
    store,
    answers,
    another,
    page,
    async walk(request) {
      const pages: BeliefsPage[] = [];
      for (let next: BeliefsRequest | null = request; next !== null;) {
        const current: BeliefsPage = await page(next);
        pages.push(current);
        next = following(current.pagination.next_page_url);
      }
      return pages;
    },
  };
}

/** Forty-five beliefs on five days, of three tickers and two people. */
export const told: readonly BeliefSketch[] = Array.from({ length: 45 }, (_, index) => ({
  belief: String(index).padStart(3, '0'),
  ticker: ['NWTB', 'GRMW', 'HALV'][index % 3] ?? '',
  person: `person-${index % 2}`,
  observedAt: day(1 + (index % 5)),
  direction: index % 4 === 0 ? 'bearish' : 'bullish',
  ...(index === 7 && {
    body: { confidence: 'high', horizon: { text: 'two years' }, direction_basis: 'operator_classified' },
  }),
}));

/** The request that a page's address makes. */
export function following(url: string | null): BeliefsRequest | null {
  if (url === null) return null;
  if (!url.startsWith(`${baseUrl}/v1/beliefs?`)) throw new Error(`${url} is not absolute`);
  const { limit, ...sent } = Object.fromEntries(new URL(url).searchParams);
  return { ...sent, limit: Number(limit) };
}

export const idsOf = (pages: readonly BeliefsPage[]): string[] =>
  pages.flatMap(({ data }) => data.beliefs.map((row) => row.belief_id));

export async function refusal(asking: Promise<unknown>): Promise<ProblemError> {
  const outcome = await asking.catch((error: unknown) => error);
  if (outcome instanceof ProblemError) return outcome;
  throw new Error('it was not refused', { cause: outcome });
}
