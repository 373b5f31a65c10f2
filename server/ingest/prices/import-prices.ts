// Imports a price file: one pass streams its rows into an import, which is judged once, at acceptance, and then kept or dropped.
import type { Calendar } from '../../measures/calendar.ts';
import { databaseNow } from '../../store/known/clock.ts';
import type { Instant } from '../../store/engine/db.ts';
import { acceptPrices, seriesRanks } from '../../store/staged/accept-prices.ts';
import type { SeriesSummary } from '../../store/staged/price-checks.ts';
import { beginImport, dropImport, sweepImports } from '../../store/staged/price-imports.ts';
import { holdingStaging, underLease, whileAlive } from '../../store/staged/staging-lock.ts';
import { checkTickers } from '../judging/check-tickers.ts';
import { Faults } from '../files/faults.ts';
import { lostTurn } from '../records/import-records.ts';
import { loadedCalendar } from '../records/loaded-calendar.ts';
import type { ImportOptions } from '../files/loading.ts';
import { PriceFile } from '../layouts/price-file.ts';
import { PriceIntake } from './price-intake.ts';
import { PriceJudge, type SeriesPlan } from './price-judge.ts';
import { type PriceReport, priceReport } from './price-report.ts';
import { checkSplitMoves } from './price-split-moves.ts';
import { SplitLoad } from './price-splits.ts';
import { secondSeriesNotes, waitingOf } from './waiting-prices.ts';

export type PriceOptions = {
  ticker?: string;
  tickerPattern?: string;
  provider?: string;
  basis?: string;
  /** Which of a listing's providers is quoted: the smallest rank. */
  providerRank?: number;
  observedAt?: Instant;
  /** Up to which relative difference two values of a session are the same. */
  precision?: number;
  /** Made once for many files. */
  calendar?: Calendar;
};

/** The last digits of a single-precision number, as which providers keep prices: each download has others. */
export const precisionDefault = 1e-6;

type Run = {
  loading: ImportOptions;
  importId: number;
  options: PriceOptions;
  faults: Faults;
  file: PriceFile;
  splits: SplitLoad;
  intake: PriceIntake;
  calendar: Calendar;
};

export async function importPrices(loading: ImportOptions, file: string, options: PriceOptions): Promise<PriceReport> {
  const { db, collection, dryRun } = loading;
  await sweepImports(db);
  const importId = await beginImport(db, collection, file);
  try {
    const report = await whileAlive(db, importId, async (alive) => {
      const run = await read({ loading, importId, options, alive }, file);
      if (dryRun) return judge(run);
      return holdingStaging(db, { collection, importId }, () => judge(run));
    });
    await (dryRun ? dropImport(db, importId) : sweepImports(db));
    return report;
  } catch (error) {
    // The next import removes all that stays behind.
    await dropImport(db, importId).catch(() => undefined);
    throw lostTurn(error, file);
  }
}

async function read(
  { loading, importId, options, alive }: Pick<Run, 'loading' | 'importId' | 'options'> & { alive: () => void },
  path: string,
): Promise<Run> {
  const faults = new Faults(path);
  const calendar = options.calendar ?? (await loadedCalendar(loading));
  const splits = new SplitLoad(loading, path, faults);
  const file = new PriceFile({
    file: path,
    loading,
    faults,
    ticker: options.ticker,
    tickerPattern: options.tickerPattern,
    provider: options.provider,
    basis: options.basis,
    reading: {
      calendar,
      now: await databaseNow(loading.db),
      observedAt: options.observedAt ?? null,
      onLoneSplit: (row) => splits.takeLone(row),
    },
  });
  const providerRank = options.providerRank ?? null;
  const intake = new PriceIntake({ loading, importId, faults, providerRank, sessions: calendar.sessions.length });
  for await (const row of file.rows()) {
    alive();
    await intake.take(row, file.provider);
    splits.take(row);
  }
  await intake.finish();
  return { loading, importId, options, faults, file, splits, intake, calendar };
}

async function judge(run: Run): Promise<PriceReport> {
  const { loading, importId, options, faults, file, splits, intake, calendar } = run;
  file.days.refuseShifted(faults);
  await splits.check(file.splitColumn);
  faults.throwIfAny();
  const precision = options.precision ?? precisionDefault;
  const judging = {
    loading,
    importId,
    faults,
    precision,
    series: intake.series,
  };
  const judged = new PriceJudge(judging);
  await judged.repeats();
  faults.throwIfAny();
  await checkSplitMoves(judging, splits.stated, file.splitColumn);
  faults.throwIfAny();
  const plans = await judged.plans();
  const adding = plans.filter(({ added }) => added > 0);
  await checkTickers(loading, { said: new Map(adding.map(({ ticker }) => [ticker, { field: ticker }])) }, faults);
  faults.throwIfAny();
  const opening = options.provider === undefined ? plans.filter(({ outcome }) => outcome === 'opens') : [];
  const second = await secondSeriesNotes(
    loading,
    opening.map(({ ticker }) => ticker),
    file.provider,
  );
  if (!loading.dryRun) await keep(run, plans, judged);
  const waiting = await waitingOf(
    loading,
    plans.map(({ ticker }) => ticker),
  );
  const report = priceReport({
    file: faults.file,
    loading,
    observedAt: options.observedAt ?? null,
    layout: file.layout,
    nameMapping: file.nameMapping,
    provider: file.provider,
    plans,
    splits: splits.size,
    leftOut: file.leftOut,
    calendar,
    precision,
    waiting,
  });
  return {
    ...report,
    notes: [...report.notes, ...faults.notes(), ...splits.notes, ...second, ...rankNotes(options, file.provider)],
  };
}

async function keep(
  { loading, importId, options, splits }: Run,
  plans: readonly SeriesPlan[],
  judged: PriceJudge,
): Promise<void> {
  const { db, collection } = loading;
  const ranks = await seriesRanks(
    db,
    collection,
    plans.map(({ seriesId }) => seriesId),
  );
  const isRanked = ({ seriesId }: SeriesPlan): boolean =>
    options.providerRank !== undefined && ranks.get(seriesId) !== options.providerRank;
  const kept = plans.filter((plan) => plan.added > 0 || isRanked(plan));
  const trimmed = await judged.trim(kept);
  await underLease(db, { collection, importId }, async (trx) => {
    await acceptPrices(
      trx,
      { importId, collection },
      kept.map((plan) => acceptedSeries(plan, trimmed.get(plan.seriesNo))),
    );
    await splits.stage(trx, importId);
  });
}

function acceptedSeries({ seriesNo, seriesId, opens, outcome }: SeriesPlan, summary: SeriesSummary | undefined) {
  return {
    seriesNo,
    seriesId,
    opens,
    replaces: outcome === 'restates',
    rows: summary?.rows ?? 0,
    closes: summary?.closes ?? 0,
    newestObservedAt: summary?.newest_observed_at ?? null,
  };
}

function rankNotes({ providerRank }: PriceOptions, provider: string): string[] {
  if (providerRank === undefined) return [];
  return [`${provider} has rank ${providerRank} among the providers of these tickers from the next release on`];
}
