// Industry relations from observed SEC codes, and the related beliefs that they bring into a brief.
import { newestFirst } from './own-beliefs.ts';
import type { Belief } from './own-beliefs.ts';
import type { Security } from './raw-files.ts';

/** Codes that name no industry: blank checks, American depositary receipts, foreign governments, non-operating establishments. */
const NO_INDUSTRY = new Set(['6770', '8880', '8888', '9995']);
const RELATED_MOST = 8;

export type Related = { belief: Belief; relationship: 'same_industry' | 'same_industry_group' };
export type RelatedContext = { basis: string; related: Related[]; omitted: number };

/** A code holds from the midnight after the day of its filing; one without a filing date never does. */
function codeAt(security: Security | undefined, cutoff: string): string | null {
  if (!security?.sic || !security.filedOn || NO_INDUSTRY.has(security.sic)) return null;
  const holdsFrom = new Date(Date.parse(`${security.filedOn}T00:00:00Z`) + 86_400_000).toISOString();
  return holdsFrom <= cutoff ? security.sic : null;
}

function relationship(a: string, b: string): Related['relationship'] | null {
  if (a === b) return 'same_industry';
  return a.slice(0, 3) === b.slice(0, 3) ? 'same_industry_group' : null;
}

export function relatedTo(
  ticker: string,
  securities: readonly Security[],
  beliefs: readonly Belief[],
  cutoff: string,
): RelatedContext {
  const byTicker = new Map(securities.map((security) => [security.ticker, security]));
  const self = byTicker.get(ticker);
  const code = codeAt(self, cutoff);
  const related: Related[] = [];
  for (const belief of beliefs.filter((candidate) => candidate.ticker !== ticker)) {
    const peer = byTicker.get(belief.ticker);
    const peerCode = codeAt(peer, cutoff);
    const kind = code !== null && peerCode !== null ? relationship(code, peerCode) : null;
    const oneCompany = self?.cik != null && Number(self.cik) === Number(peer?.cik ?? Number.NaN);
    if (kind !== null && !oneCompany) related.push({ belief, relationship: kind });
  }
  const rank = (r: Related): number => (r.relationship === 'same_industry' ? 0 : 1);
  related.sort((a, b) => rank(a) - rank(b) || newestFirst(a.belief, b.belief));
  const own = beliefs.some((belief) => belief.ticker === ticker);
  const basis = related.length === 0 ? 'none' : own ? 'direct_and_related' : 'related_industry';
  return { basis, related: related.slice(0, RELATED_MOST), omitted: Math.max(0, related.length - RELATED_MOST) };
}
