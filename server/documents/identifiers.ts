// Known identifiers of a security as answers carry them.
import type { CoveredTicker } from '../../generated/api.ts';

type Identifiers = Pick<CoveredTicker, 'cik' | 'figi' | 'isin'>;

export function identifiers(row: { [field in keyof Identifiers]-?: string | null }): Identifiers {
  return {
    ...(row.cik !== null && { cik: row.cik }),
    ...(row.figi !== null && { figi: row.figi }),
    ...(row.isin !== null && { isin: row.isin }),
  };
}
