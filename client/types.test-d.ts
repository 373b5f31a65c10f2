/** Faults that the type check must refuse in a consumer's code: each line below an expectation fails if it compiles. */
import {
  type BriefEntity,
  type BriefFull,
  type BriefOverview,
  type ResearchClient,
  type ResearchErrorCode,
  type ResearchResult,
  type Brief,
  diff,
  isResearchError,
} from './index.ts';

declare const client: ResearchClient;

export const asked = [
  client.brief({ ticker: 'NWTB' }),
  client.brief({ entity_id: 'x', as_of: '2026-10-01T13:00:00Z', detail: 'full', max_results: 3 }),
  // @ts-expect-error neither subject
  client.brief({ as_of: '2026-10-01T13:00:00Z' }),
  // @ts-expect-error both subjects
  client.brief({ ticker: 'NWTB', entity_id: 'x' }),
  // @ts-expect-error an unknown parameter
  client.brief({ ticker: 'NWTB', symbol: 'x' }),
  // @ts-expect-error a value outside the enumeration
  client.brief({ ticker: 'NWTB', detail: 'everything' }),
  // @ts-expect-error a number where a text is due
  client.brief({ ticker: 7 }),
  // @ts-expect-error an unknown option
  client.brief({ ticker: 'NWTB' }, { retry: 1 }),
];

const byTicker = await client.brief({ ticker: 'NWTB' });
const inFull = await client.brief({ ticker: 'NWTB', detail: 'full' });
const ofEntity = await client.brief({ entity_id: 'x' });

/** A ticker names a listing, so its brief is never the entity form. */
export const forms: readonly [BriefOverview, BriefFull, Brief] = [byTicker.data, inFull.data, ofEntity.data];
export const prices = [byTicker.data.market_price.status, inFull.data.theses.length];
// @ts-expect-error the brief of an entity may have no price
export const unpriced = ofEntity.data.market_price;

export const lists = [
  client.sourceEvidence('src_1', { observed_since: '2026-10-01T13:00:00Z', limit: 3 }),
  client.receipts({ charged_until: '2026-10-01T13:00:00Z' }),
  // @ts-expect-error receipts are of no cutoff
  client.receipts({ as_of: '2026-10-01T13:00:00Z' }),
  client.beliefs({ direction: 'bullish' }),
  // @ts-expect-error the cursor is the pages' own business
  client.beliefs({ cursor: 'x' }),
  // @ts-expect-error entities have a list of their own
  client.beliefs({ view: 'entities' }),
  // @ts-expect-error a value outside the enumeration
  client.sources({ kind: 'rumour' }),
];

/** `view` narrows the type of the brief. */
export function narrowed({ data }: ResearchResult<Brief>): BriefOverview | BriefFull | BriefEntity {
  // @ts-expect-error an entity has no market price
  const { market_price } = data;
  void market_price;
  if (data.view === 'full') return data satisfies BriefFull;
  if (data.view === 'entity') return data satisfies BriefEntity;
  // @ts-expect-error an overview has no theses
  void data.theses;
  return data satisfies BriefOverview;
}

/** Codes are a closed union: a switch over all of them needs no default. */
export function advice(thrown: unknown): string | false | 'unknown' {
  if (!isResearchError(thrown)) throw thrown;
  // @ts-expect-error no such code
  if (thrown.code === 'quota-exceeded') return '';
  const own: ResearchErrorCode = thrown.code;
  if (own === 'network' || own === 'no-credit' || own === 'device-denied') return thrown.charged;
  // @ts-expect-error a failed call is never known to be charged
  return thrown.charged === true ? '' : thrown.detail;
}

export async function readOnly(result: ResearchResult<BriefOverview>): Promise<void> {
  // @ts-expect-error documents are not to be changed
  result.data.as_of = 'x';
  // @ts-expect-error a brief and a belief have nothing to compare
  diff(result, await client.belief('bel_1'));
  // @ts-expect-error a login needs somebody to save its key
  await client.login({ deviceName: 'laptop', onCode: () => undefined });
  // @ts-expect-error the key cannot be read back
  void client.apiKey;
}
