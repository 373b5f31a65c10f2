// The coverage list at the newest settled cutoff of a collection.
import type { TickersResponse } from '../../../generated/api.ts';
import { identifiers } from '../../documents/identifiers.ts';
import { leftOutWarnings } from '../../documents/left-out.ts';
import type { Moment } from '../../reads/subject.ts';
import type { Db } from '../../store/engine/db.ts';
import { type CoverageRow, coverageAt } from '../../store/known/read-coverage.ts';
import type { Answer } from '../kept.ts';
import { type OnUnfit, listedAnswer } from './left-out.ts';

/** Every ticker with released research; the list is empty before the first release. */
export async function tickersAnswer(db: Db, { cutoff }: Moment, onUnfit: OnUnfit): Promise<Answer> {
  const rows = await coverageAt(db, cutoff);
  const document = (fitting: readonly CoverageRow[], leftOut: number): TickersResponse => ({
    as_of: cutoff.asOf,
    mode: cutoff.collection,
    tickers: fitting.map((row) => ({
      ticker: row.ticker,
      name: row.name ?? row.ticker,
      security_id: row.security_id,
      ...identifiers(row),
      released_record_count: row.released_record_count,
      first_covered_at: row.first_covered_at,
      latest_observation_at: row.latest_observation_at,
    })),
    ...(leftOut > 0 && { warnings: leftOutWarnings(leftOut, '/tickers') }),
  });
  return listedAnswer({
    schema: 'TickersResponse',
    pointer: '/tickers',
    rows,
    idOf: (row) => row.security_id,
    build: document,
    onUnfit,
  });
}
