// The commands that load research, securities, sessions and prices: they stage, and only a release publishes.
import { importPrices, type PriceOptions } from '../../ingest/prices/import-prices.ts';
import { knownProviders } from '../../ingest/layouts/price-layout.ts';
import { isTickerPattern } from '../../ingest/layouts/price-ticker.ts';
import type { PriceReport } from '../../ingest/prices/price-report.ts';
import { importRecords } from '../../ingest/records/import-records.ts';
import { importSecurities } from '../../ingest/records/import-securities.ts';
import { importSessions } from '../../ingest/records/import-sessions.ts';
import { loadedCalendar } from '../../ingest/records/loaded-calendar.ts';
import type { ImportOptions, LoadReport } from '../../ingest/files/loading.ts';
import { normaliseText } from '../../measures/text.ts';
import { UsageError, type Arguments, type Command, type CommandContext, type CommandResult } from '../command.ts';
import { visibleName } from '../people/visible-name.ts';
import { eachFile, recordLines, restateOption } from './each-file.ts';
import { statementsCommand } from './statements-command.ts';

const providers = new Intl.ListFormat('en-GB').format(knownProviders);

const files = { name: 'FILE', min: 1, max: Number.POSITIVE_INFINITY, areFiles: true };

const kindOf = (name: string): string => (name === 'import' ? 'bundle' : name.replace('import-', ''));

function recordsCommand(
  name: string,
  about: string,
  load: (loading: ImportOptions, file: string) => Promise<LoadReport>,
): Command {
  return {
    name,
    about: `${about} Files may be gzipped. One bad line refuses its file and keeps nothing of it. Nothing is published before a release.`,
    usage: 'FILE…',
    positionals: files,
    options: name === 'import' ? restateOption : {},
    flags: name === 'import' ? ['dry-run', 'strict', 'preview'] : ['dry-run', 'preview'],
    examples: [
      `${name} research/${name}.${/securities|sessions/.test(name) ? 'csv' : 'ndjson.gz'}`,
      `${name} --dry-run --json FILE`,
    ],
    run: (context, args) => eachFile(context, args, { kind: kindOf(name), load, lines: recordLines }),
  };
}

export const importCommands: readonly Command[] = [
  recordsCommand(
    'import',
    'Loads a research bundle: NDJSON, one record a line, each of a published type.',
    (loading, file) => importRecords(loading, file, 'bundle'),
  ),
  statementsCommand,
  recordsCommand(
    'import-securities',
    'Loads a security master: CSV with ticker, name, exchange, cik, figi, isin, sic, sic_title and sic_filed, the day of the filing that showed the code. A column name_from is the day from which a name holds: several rows of a ticker with different days are its names over time.',
    importSecurities,
  ),
  recordsCommand(
    'import-sessions',
    'Loads sessions of the exchange that differ from the built-in calendar: CSV with session_date, close_utc, early_close.',
    importSessions,
  ),
  {
    name: 'import-prices',
    about: `Loads daily adjusted closes: CSV as ${providers} write it, or plain date,adj_close. Columns are found by name, and the mapping is printed. A file without an adjusted close is refused unless --basis says that its close is one.`,
    usage: 'FILE…',
    positionals: files,
    options: {
      ticker:
        "the ticker of every row, which may carry an exchange's suffix there (AAPL.US); default: the file's ticker column, else its name",
      'ticker-pattern':
        "where the ticker stands in the file's name or in its column, as in daily_{ticker} or {ticker}.US",
      provider: 'who the prices come from, in 1 to 64 visible characters (default: what the layout tells)',
      'provider-rank':
        'place of the provider among those of a listing, 1 first: the first is quoted, the others check it (default: as it is; without ranks the one loaded first)',
      precision:
        'relative difference up to which two values of a session are the same (default: 0.000001, as providers write other last digits each time; 0 = exactly)',
      basis: 'adjusted_close = the close column is adjusted for splits and dividends',
      'observed-at':
        'when prices that are new were observed (default: the close of their session); known ones keep the time of their first observation',
    },
    instants: ['observed-at'],
    flags: ['dry-run', 'preview'],
    examples: [
      'import-prices prices/*.csv',
      'import-prices spy.csv --ticker SPY --provider yahoo',
      'import-prices desk/*.csv --provider desk --provider-rank 1',
      'import-prices aapl_us_d.csv --ticker AAPL --basis adjusted_close',
    ],
    run: runPrices,
  },
];

async function runPrices(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { ticker, provider, basis } = args.values;
  const observedAt = args.values['observed-at'];
  const rank = args.values['provider-rank'];
  const tickerPattern = args.values['ticker-pattern'];
  const { precision } = args.values;
  const options: PriceOptions = {
    calendar: await loadedCalendar({ db: context.store.db, collection: args.collection }),
    ...(ticker !== undefined && { ticker }),
    ...(tickerPattern !== undefined && { tickerPattern: patternOf(tickerPattern) }),
    ...(provider !== undefined && { provider: visibleName(normaliseText(provider).text, '--provider', 64) }),
    ...(rank !== undefined && { providerRank: providerRank(rank) }),
    ...(precision !== undefined && { precision: pricePrecision(precision) }),
    ...(basis !== undefined && { basis }),
    ...(observedAt !== undefined && { observedAt }),
  };
  return eachFile(context, args, {
    kind: 'prices',
    load: (loading, file) => importPrices(loading, file, options),
    lines: priceLines,
  });
}

function providerRank(text: string): number {
  if (!/^[1-9][0-9]{0,3}$/.test(text))
    throw new UsageError(
      `--provider-rank ${text} is not a whole number from 1 to 9999: write 1 for the provider to quote`,
    );
  return Number(text);
}

function patternOf(text: string): string {
  if (isTickerPattern(text)) return text;
  throw new UsageError(`--ticker-pattern ${text} does not have {ticker} in it once: write it as in daily_{ticker}`);
}

/** More than a thousandth would hide dividends. */
function pricePrecision(text: string): number {
  const value = /^(0|0?\.\d+|[1-9]e-\d{1,2})$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 0.001) return value;
  throw new UsageError(`--precision ${text} is not a number from 0 to 0.001: write 0.000001, or 0 to compare exactly`);
}

function priceLines(report: PriceReport): string[] {
  const series = report.series.map(
    ({ ticker, provider, rows, new: added, same, outcome }) =>
      `  ${ticker} (${provider}): ${rows} sessions, ${added} new, ${same} unchanged: ${outcome}`,
  );
  return [
    report.file,
    `  ${report.layout} columns: ${report.mapping.join('; ')}`,
    ...series,
    ...(report.splits > 0 ? [`  splits: ${report.splits}`] : []),
    ...report.notes.map((note) => `  note: ${note}`),
    ...waitingLines(report),
  ];
}

function waitingLines({ waiting: { named, count } }: PriceReport): string[] {
  const more = count - named.length;
  return [
    ...named.map(({ ticker, nearest }) => {
      const meant = nearest.length === 0 ? '' : ` (the nearest: ${nearest.join(', ')})`;
      return `  note: ${ticker} is the ticker of no listing${meant}: its prices wait until one is loaded, or for release --new-listing ${ticker}`;
    }),
    ...(more > 0 ? [`  note: and ${more} more tickers without a listing`] : []),
  ];
}
