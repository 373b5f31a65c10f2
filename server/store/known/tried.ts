// Dry runs: a transaction that does everything and is then rolled back.
import type { Pool, Trx } from '../engine/db.ts';
import { retrying } from './clock.ts';

/** Ends the transaction of a dry run. */
class DryRun<Report> extends Error {
  readonly report: Report;
  constructor(report: Report) {
    super('dry run');
    this.report = report;
  }
}

type Transaction = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;

/** `within` runs the transaction. */
export async function tried<Report>(
  within: Transaction,
  dryRun: boolean,
  work: (trx: Trx) => Promise<Report>,
): Promise<Report> {
  try {
    return await within(async (trx) => {
      const report = await work(trx);
      if (dryRun) throw new DryRun(report);
      return report;
    });
  } catch (error) {
    if (error instanceof DryRun) return error.report as Report;
    throw error;
  }
}

export function triedOrDone<Report>(db: Pool, dryRun: boolean, work: (trx: Trx) => Promise<Report>): Promise<Report> {
  return tried((inside) => retrying(db, inside), dryRun, work);
}
