// Related research of a listing: only SIC codes of the master with a filing date, from the day after that filing on.
import { newestFirst } from './own-beliefs.ts';
import type { Belief } from './own-beliefs.ts';
import { counts } from './own-views.ts';
import type { Security } from '../raw-files.ts';

/** Codes that name no industry. */
const NO_INDUSTRY = new Set(['6770', '8880', '8888', '9995']);
const RELATED_MOST = 8;

/** `sic` is the peer's code, `holdsFrom` the instant from which it is known. */
export type RelatedView = {
  belief: Belief;
  relationship: 'same_industry' | 'same_industry_group';
  sic: string;
  holdsFrom: string;
};
/** `sic` is the listing's own code; `companies` are the tickers of all related records, shown or not. */
export type RelatedContext = {
  sic: string | null;
  basis: string;
  related: RelatedView[];
  omitted: number;
  total: number;
  companies: Set<string>;
};
type Code = { sic: string; holdsFrom: string };

/** A code holds from the midnight after the day of its filing; one without a filing date never does. */
function codeAt(security: Security | undefined, cutoff: string): Code | null {
  if (!security?.sic || !security.filedOn) return null;
  const holdsFrom = new Date(Date.parse(`${security.filedOn}T00:00:00Z`) + 86_400_000).toISOString();
  return holdsFrom <= cutoff ? { sic: security.sic, holdsFrom } : null;
}

function relationship(a: string, b: string): RelatedView['relationship'] | null {
  if (NO_INDUSTRY.has(a) || NO_INDUSTRY.has(b)) return null;
  if (a === b) return 'same_industry';
  return a.slice(0, 3) === b.slice(0, 3) ? 'same_industry_group' : null;
}

function oneCompany(a: Security | undefined, b: Security | undefined): boolean {
  return a?.cik != null && Number(a.cik) === Number(b?.cik ?? Number.NaN);
}

/** Views that count come first, then other open ones, then those that have ended. */
const standing = ({ belief }: RelatedView, cutoff: string): number =>
  counts(belief, cutoff) ? 0 : belief.isFinal ? 2 : 1;

export function relatedTo(
  ticker: string,
  securities: readonly Security[],
  beliefs: readonly Belief[],
  cutoff: string,
): RelatedContext {
  const byTicker = new Map(securities.map((security) => [security.ticker, security]));
  const self = byTicker.get(ticker);
  const code = codeAt(self, cutoff);
  const related: RelatedView[] = [];
  for (const belief of beliefs.filter((candidate) => candidate.ticker !== ticker)) {
    const peer = byTicker.get(belief.ticker);
    const peerCode = codeAt(peer, cutoff);
    if (code === null || peerCode === null || oneCompany(self, peer)) continue;
    const kind = relationship(code.sic, peerCode.sic);
    if (kind !== null) related.push({ belief, relationship: kind, ...peerCode });
  }
  const near = (r: RelatedView): number => (r.relationship === 'same_industry' ? 0 : 1);
  related.sort(
    (a, b) => standing(a, cutoff) - standing(b, cutoff) || near(a) - near(b) || newestFirst(a.belief, b.belief),
  );
  const open = related.filter(({ belief }) => !belief.isFinal);
  const own = beliefs.some((belief) => belief.ticker === ticker);
  const basis = related.length === 0 ? 'none' : own ? 'direct_and_related' : 'related_industry';
  const shown = (open.length > 0 ? open : related).slice(0, RELATED_MOST);
  return {
    sic: code?.sic ?? null,
    basis,
    related: shown,
    omitted: related.length - shown.length,
    total: related.length,
    companies: new Set(related.map(({ belief }) => belief.ticker)),
  };
}
