// Parameters of each question, from the contract, and the options of a call.
import type { BriefFull, BriefOverview, operations } from '../generated/api.ts';
import type { ResearchResult } from './result.ts';

type Query<Operation extends keyof operations> = NonNullable<operations[Operation]['parameters']['query']>;

/** Exactly one of the two. */
type OneSubject =
  | { readonly ticker: string; readonly entity_id?: never }
  | { readonly entity_id: string; readonly ticker?: never };

/** A ticker names a listing, whose brief is an overview or full. */
type TickerQuery = { readonly ticker: string; readonly entity_id?: never } & Omit<
  Query<'getBrief'>,
  'ticker' | 'entity_id' | 'detail'
>;
export type OverviewQuery = TickerQuery & { readonly detail?: 'overview' };
export type FullQuery = TickerQuery & { readonly detail: 'full' };
export type ListingQuery = TickerQuery & { readonly detail?: 'overview' | 'full' };
export type ListingBrief = BriefOverview | BriefFull;
export type BriefQuery = OneSubject & Omit<Query<'getBrief'>, 'ticker' | 'entity_id'>;
export type BeliefFilters = Omit<Query<'listBeliefs'>, 'cursor' | 'view'>;
export type EntityFilters = Pick<Query<'listBeliefs'>, 'limit' | 'as_of'>;
export type SourceFilters = Omit<Query<'listSources'>, 'cursor'>;
export type EvidenceFilters = Omit<Query<'listEvidence'>, 'cursor'>;
/** Names are lists; the address separates them by commas. */
export type ChangeFilters = Omit<Query<'listChanges'>, 'cursor' | 'tickers' | 'entity_ids'> & {
  readonly tickers?: readonly string[];
  readonly entity_ids?: readonly string[];
};
export type ReceiptFilters = Omit<Query<'listReceipts'>, 'cursor'>;
export type ReleaseFilters = Query<'listReleases'>;
export type Cutoff = { readonly as_of?: string };

export interface CallOptions {
  /** Id of an earlier attempt, to repeat it without paying twice; by default a new id. */
  readonly requestId?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly retries?: number;
}

export interface ReadOptions<T> extends CallOptions {
  /** An earlier result of the same question. If nothing has changed since, its document is returned, free. */
  readonly held?: ResearchResult<T>;
}

export interface ListOptions extends CallOptions {
  /** Continues at a stored `next_page_url`, unedited; `requestId` then applies to that page. */
  readonly pageUrl?: string;
}

export interface ReleaseOptions extends ListOptions {
  /** Seconds to hold the request while there is nothing newer than `after`, at most 55. */
  readonly wait?: number;
}

export const preferring = ({ wait }: ReleaseOptions) =>
  wait === undefined ? {} : { header: { Prefer: `wait=${wait}` } };

/** The time of an attempt begins where the wait ends. */
export function waiting({ wait, ...options }: ReleaseOptions, usualMs: number): ListOptions {
  return wait === undefined ? options : { ...options, timeoutMs: (options.timeoutMs ?? usualMs) + wait * 1_000 };
}

export function changesQuery({ tickers, entity_ids: entityIds, ...rest }: ChangeFilters): Query<'listChanges'> {
  return {
    ...rest,
    ...(tickers === undefined ? {} : { tickers: tickers.join(',') }),
    ...(entityIds === undefined ? {} : { entity_ids: entityIds.join(',') }),
  };
}
