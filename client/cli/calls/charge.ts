// Last line of every answer: its charge, and what is left.
import type { RemainingUnits, ResearchResult } from '../../result.ts';
import { counted } from '../../words/text.ts';

export interface ChargeFacts {
  readonly charge: number;
  readonly remaining: RemainingUnits | null;
  readonly replayed: boolean;
  readonly isPreview: boolean;
}

/** Sums one or several answers, in their order. */
export function chargeOf(
  results: readonly Pick<ResearchResult<unknown>, 'charge' | 'remaining' | 'replayed' | 'dataStatus'>[],
): ChargeFacts {
  return {
    charge: results.reduce((sum, { charge }) => sum + charge, 0),
    remaining: results.at(-1)?.remaining ?? null,
    replayed: results.length > 0 && results.every(({ replayed }) => replayed),
    isPreview: results.some(({ dataStatus }) => dataStatus?.mode === 'preview'),
  };
}

export function chargeLine({ charge, remaining, replayed, isPreview }: ChargeFacts): string {
  if (isPreview && charge === 0) return '0 charged: preview data is free.';
  const left = remaining === null ? '' : `, ${leftOf(remaining)}`;
  if (charge === 0) return `0 charged${replayed ? ': repeated' : ''}${left}.`;
  return `${counted(charge, 'request')} charged${left}.`;
}

const leftOf = (remaining: RemainingUnits): string =>
  remaining === 'unlimited' ? 'no limit on what is left' : `${remaining.toLocaleString('en-US')} left`;

export const freeLine = '0 charged: this is free.';
