// Hash of a price, recomputed from a document by the published recipe for each spelling of its number.
import type { PriceReference } from '../../generated/api.ts';
import { sha256 } from './sha256.ts';

const DECIMALS_MAX = 20;

/** Up to this many digits, each decimal maps to a different double. */
const DIGITS_CERTAIN = 15;

/**
 * The recipe hashes the provider's spelling, and a document holds only the number: `57.42` may have been `57.420000`.
 * Tries the usual spellings. Null if none has the hash and the provider may have written more digits than a double
 * keeps.
 */
export async function isHashOfPrice(reference: PriceReference, ticker: string): Promise<boolean | null> {
  const { price, currency, source, provider_observed_at, session_date, observation_hash } = reference;
  for (const adjusted_close of writings(price)) {
    // Canonical JSON (RFC 8785): names in order, strings as JSON.stringify writes them.
    const observation = {
      adjusted_close,
      basis: 'adjusted_close',
      currency,
      provider: source,
      provider_observed_at,
      session_date,
      ticker,
    };
    if ((await sha256(JSON.stringify(observation))) === observation_hash) return true;
  }
  return Number(price.toPrecision(DIGITS_CERTAIN)) === price ? false : null;
}

function writings(price: number): Set<string> {
  const found = new Set<string>();
  const [whole = '', fraction = ''] = String(price).split('.');
  for (let decimals = fraction.length; decimals <= DECIMALS_MAX; decimals += 1) {
    const padded = fraction.padEnd(decimals, '0');
    found.add(padded === '' ? whole : `${whole}.${padded}`);
  }
  const exact = price.toFixed(DECIMALS_MAX);
  for (let decimals = 0; decimals <= DECIMALS_MAX; decimals += 1) {
    // Both roundings: programs differ for a digit that lies exactly halfway.
    const down = exact.slice(0, exact.length - DECIMALS_MAX + (decimals === 0 ? -1 : decimals));
    for (const written of [price.toFixed(decimals), down]) if (Number(written) === price) found.add(written);
  }
  return found;
}
