// The published recipe for the hash of a price: SHA-256 over RFC 8785 canonical JSON.
import { createHash } from 'node:crypto';
import { canonicalJson } from '../terms/canonical-json.ts';

export type PriceObservation = {
  /** The adjusted close exactly as the provider wrote it. */
  adjusted_close: string;
  basis: string;
  currency: string;
  provider: string;
  provider_observed_at: string;
  session_date: string;
  ticker: string;
};

/** The hash in hexadecimal, without its `sha256:` prefix. */
export function hashObservation(observation: PriceObservation): string {
  return createHash('sha256').update(canonicalJson(observation)).digest('hex');
}
