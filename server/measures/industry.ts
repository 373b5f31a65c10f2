// Industry relations between listings, from observed SEC SIC codes and from nothing else.
import type { Instant } from './time.ts';
import type { Standing } from './verdict/views.ts';

export type IndustryRelation = 'same_industry' | 'same_industry_group';

/** A code as filed, with its leading zeros; or null if none has been observed. */
export type IndustryIdentity = { readonly sic: string | null; readonly cik: string | null };

const relatedMax = 8;

/** Blank checks, foreign governments, and two codes that mean "no code". */
const unrelatable: ReadonlySet<string> = new Set(['6770', '8880', '8888', '9995']);

/** Null between listings of one company: a share class is not a related company. */
export function relation(a: IndustryIdentity, b: IndustryIdentity): IndustryRelation | null {
  if (!isRelatable(a.sic) || !isRelatable(b.sic) || isSameCompany(a.cik, b.cik)) return null;
  if (a.sic === b.sic) return 'same_industry';
  return a.sic.slice(0, 3) === b.sic.slice(0, 3) ? 'same_industry_group' : null;
}

export function isRelatable(sic: string | null): sic is string {
  return sic !== null && /^\d{4}$/.test(sic) && !unrelatable.has(sic);
}

/** A CIK is a number that some files pad to ten digits. */
function isSameCompany(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.replace(/^0+/, '') === b.replace(/^0+/, '');
}

export type RelatedBelief = {
  readonly relationship: IndustryRelation;
  readonly standing: Standing;
  readonly latestObservedAt: Instant;
  readonly beliefId: string;
};

/**
 * Counting beliefs first, then other open ones; ended ones only without any other. Within each group the closest and
 * newest first.
 */
export function orderRelated<R extends RelatedBelief>(
  related: readonly R[],
  max: number = relatedMax,
): { readonly related: readonly R[]; readonly omitted: number } {
  const open = related.filter(({ standing }) => standing !== 'final');
  const shown = (open.length > 0 ? open : related).toSorted(byCloseness).slice(0, max);
  return { related: shown, omitted: related.length - shown.length };
}

function byCloseness(a: RelatedBelief, b: RelatedBelief): number {
  const [countsA, countsB] = [a.standing === 'counting', b.standing === 'counting'];
  if (countsA !== countsB) return countsA ? -1 : 1;
  if (a.relationship !== b.relationship) return a.relationship === 'same_industry' ? -1 : 1;
  if (a.latestObservedAt !== b.latestObservedAt) return a.latestObservedAt > b.latestObservedAt ? -1 : 1;
  if (a.beliefId === b.beliefId) return 0;
  return a.beliefId < b.beliefId ? -1 : 1;
}
