// Tally of a run: the compared fields by kind, and the unequal ones.
import type { Row } from './compare.ts';

/** Which field stands for one thing of its kind. */
const KINDS = [
  ['records', /^belief\[[^\]]+\]\.belief_id$/],
  ['revisions', /^belief\[[^\]]+\]\.revisions\[\d+\]\.move$/],
  ['marks', /^mark\[[^\]]+\]\.state$/],
  ['outcomes', /^belief\[[^\]]+\]\.outcomes\[\d+\]\.status$/],
  ['chart points', /^(?:overview|full)\.chart\.series\[\d+\]\.session_date$/],
  ['related records', /^full\.sector_context\[\d+\]\.belief_id$/],
  ['peer companies', /^industry\.related_companies$/],
  ['pages', /^walk\.pages$/],
] as const;
/** Kinds whose field holds a number of them. */
const SUMMED: ReadonlySet<string> = new Set(['peer companies', 'pages']);

export type Tally = { fields: number; unequal: number; worst: number; kinds: Map<string, number> };

export function newTally(): Tally {
  return { fields: 0, unequal: 0, worst: 0, kinds: new Map(KINDS.map(([name]) => [name, 0])) };
}

export function count(rows: readonly Row[], tally: Tally): void {
  for (const { field, theirs, difference, equal } of rows) {
    tally.fields += 1;
    if (!equal) tally.unequal += 1;
    tally.worst = Math.max(tally.worst, difference ?? 0);
    const kind = KINDS.find(([, pattern]) => pattern.test(field))?.[0];
    if (kind === undefined) continue;
    tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + (SUMMED.has(kind) ? Number(theirs) : 1));
  }
}

export function summary({ fields, unequal, worst, kinds }: Tally, tolerance: number): string {
  const counted = [...kinds].map(([name, number]) => `${number} ${name}`).join(', ');
  return `${counted}; ${fields} fields compared, ${unequal} unequal, largest difference ${worst.toExponential(2)} (allowed ${tolerance})`;
}
