// Completeness of an answer, from its labels and warnings: a 200 alone does not show it.
import type { DataStatus, Warning } from '../../generated/api.ts';

export interface Completeness {
  readonly complete: boolean;
  /** Each label and warning that speaks against completeness; empty if complete. */
  readonly reasons: readonly string[];
  /** Permanent limitations of the data. Show them with the data. */
  readonly limitations: readonly string[];
}

/** Complete: coverage is complete, data are current, prices too if there are any, and there is no warning. */
export function isComplete(result: {
  readonly dataStatus: DataStatus | null;
  readonly warnings: readonly Warning[];
}): Completeness {
  const { dataStatus: labels, warnings } = result;
  const reasons: string[] = [];
  if (labels === null) reasons.push('it has no data_status: nothing says that it is complete');
  if (labels !== null && labels.coverage !== 'complete') reasons.push(`coverage is ${labels.coverage}`);
  if (labels !== null && labels.freshness !== 'current') reasons.push(`data are ${labels.freshness}`);
  const market = labels?.market_freshness;
  if (market !== undefined && market.status !== 'current')
    reasons.push(`prices are ${market.status}: ${market.reason}`);
  for (const { code, message } of warnings) reasons.push(`${code}: ${message}`);
  return { complete: reasons.length === 0, reasons, limitations: labels?.limitations ?? [] };
}
