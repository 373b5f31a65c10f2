// Versions that show a belief, and its start, once some of its revisions are gone from all of them: pure.
import type { Instant } from '../engine/db.ts';
import { endings } from './withdraw.ts';

export type BeliefSpan = {
  observed_at: Instant;
  observed_as: Instant | null;
  from_version: number;
  to_version: number;
  withdrawn_reason: string | null;
};

export type RevisionSpan = {
  observed_at: Instant;
  observed_as: Instant | null;
  late: boolean;
  status: string;
  /** It opens its belief, which may have ended at once. */
  opens: boolean;
  from_version: number;
  to_version: number;
};

/** In each version a belief begins with the first revision that states its view; without one it is not shown. */
export function spansTold(beliefs: readonly BeliefSpan[], revisions: readonly RevisionSpan[]): BeliefSpan[] {
  const telling = revisions.filter(({ late, status, opens }) => !late && (opens || !endings.includes(status)));
  const edges = [...new Set(revisions.flatMap((row) => [row.from_version, row.to_version]))];
  return beliefs.flatMap((belief) => {
    const { from_version: from, to_version: to, withdrawn_reason: reason } = belief;
    const inside = [from, ...edges.filter((edge) => from < edge && edge < to), to].sort((a, b) => a - b);
    const told: BeliefSpan[] = [];
    for (const [index, start] of inside.slice(0, -1).entries()) {
      const end = inside[index + 1] ?? to;
      const since = firstOf(telling.filter((row) => row.from_version <= start && row.to_version >= end));
      const before = told.at(-1);
      if (since === null) continue;
      if (before?.to_version === start && before.observed_at === since.observed_at) before.to_version = end;
      else told.push({ ...since, from_version: start, to_version: end, withdrawn_reason: null });
    }
    const last = told.at(-1);
    if (last !== undefined) last.withdrawn_reason = reason;
    return told;
  });
}

function firstOf(rows: readonly RevisionSpan[]): Pick<BeliefSpan, 'observed_at' | 'observed_as'> | null {
  const [first, ...rest] = rows;
  if (first === undefined) return null;
  const { observed_at, observed_as } = rest.reduce((a, b) => (b.observed_at < a.observed_at ? b : a), first);
  return { observed_at, observed_as };
}
