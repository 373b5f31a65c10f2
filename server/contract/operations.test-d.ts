/** Handlers that must not compile: an expected error that does not occur fails the type check. */
import type { Input, Reply } from './operations.ts';
import type { TickersResponse } from '../../generated/api.ts';

declare const tickers: TickersResponse;
declare const bytes: Uint8Array;

export const replies: readonly Reply<'listTickers'>[] = [
  { status: 200, body: tickers },
  { status: 200, bytes, sha256: 'x', headers: { Link: 'x' } },
  // @ts-expect-error an undocumented status
  { status: 201, body: tickers },
  // @ts-expect-error a status that belongs to problems, which are thrown
  { status: 503, body: tickers },
  // @ts-expect-error neither body nor bytes
  { status: 200 },
  // @ts-expect-error a field of the wrong type
  { status: 200, body: { ...tickers, as_of: 1 } },
  // @ts-expect-error a value outside the enumeration
  { status: 200, body: { as_of: 'x', mode: 'demo', tickers: [] } },
  // @ts-expect-error an extra field
  { status: 200, body: { as_of: 'x', mode: 'live', tickers: [], count: 0 } },
  // @ts-expect-error a missing field
  { status: 200, body: { as_of: 'x', mode: 'live' } },
];

/** With a declared return type, an extra field deep inside a body is found too. */
export async function listTickers(): Promise<Reply<'listTickers'>> {
  const item = { ticker: 'A', name: 'A', security_id: 'x', released_record_count: 1, first_covered_at: 'x' };
  return {
    status: 200,
    // @ts-expect-error an extra field in an item
    body: { as_of: 'x', mode: 'live', tickers: [{ ...item, latest_observation_at: 'x', price: 1 }] },
  };
}

export function reads(brief: Input<'getBrief'>, list: Input<'listTickers'>): unknown[] {
  return [
    brief.query.ticker,
    brief.query.max_results?.toFixed(),
    brief.principal.collection,
    // @ts-expect-error a metered call knows only the collection of the key until it is charged
    brief.principal.keyId,
    // @ts-expect-error an unknown parameter
    brief.query.symbol,
    // @ts-expect-error a keyless operation has no principal
    list.principal.keyId,
  ];
}
