// `npm run reference -- --data DIR`: our numbers beside an independent computation over the raw files of DIR, field by field.
import { parseArgs } from 'node:util';
import { briefFields, markFields } from './reference/answered.ts';
import { compare, line, told, TOLERANCE } from './reference/compare.ts';
import type { Row } from './reference/compare.ts';
import { expectedOf, momentOf } from './reference/expected.ts';
import type { Expected, Moment, Value } from './reference/expected.ts';
import { loadCommands } from './reference/load.ts';
import { find, instant, readFolder } from './reference/raw-files.ts';
import type { RawData, Session } from './reference/raw-files.ts';
import { brief, liveKey, settings, startServer, succeed, withTemporaryFolder } from './running-service.ts';
import type { Ran } from './running-service.ts';

const usage = `npm run reference -- --data DIR [--as-of T …] [--ticker T …] [--all]
  DIR      holds statements.ndjson[.gz], nyse_sessions.csv, prices/**/*.csv and, if there is one, security_master.csv
  --as-of  a cutoff; repeatable. Default: three within the statements, and one after the last filing of the master
  --ticker only these; repeatable
  --all    every point of every chart and mark, not only the worst of each kind
Prints ticker, cutoff, field, ours (the service), theirs (the raw files), difference; exit 1 above ${TOLERANCE} or for anything unequal.
`;

/** One question to the command line of the store under comparison, which has to succeed. */
type Admin = (...args: string[]) => Promise<Ran>;
type Service = { admin: Admin; base: string; key: string };

const usual = [
  '2014-06-30T23:59:59.000Z',
  '2015-01-05T23:59:59.000Z',
  '2016-03-31T23:59:59.000Z',
  '2021-04-01T00:00:00.000Z',
];

/** The usual cutoffs where the data reaches them; else thirds of the statements' span, and the day after the last filing. */
function cutoffsOf({ statements, securities }: RawData): string[] {
  const times = statements.map(({ observedAt }) => observedAt).sort();
  const [first = '', last = ''] = [times[0], times.at(-1)];
  const [firstUsual = '', , lastUsual = ''] = usual;
  if (first < firstUsual && last > lastUsual.slice(0, 10)) return usual;
  const at = (share: number): string =>
    `${(times[Math.floor((times.length - 1) * share)] ?? '').slice(0, 10)}T23:59:59.000Z`;
  const filed = securities
    .flatMap(({ filedOn }) => filedOn ?? [])
    .sort()
    .at(-1);
  const afterFilings =
    filed === undefined ? [] : [new Date(Date.parse(`${filed}T00:00:00Z`) + 2 * 86_400_000).toISOString()];
  return [...new Set([at(1 / 3), at(2 / 3), at(1), ...afterFilings])].sort();
}

type Report = { files: [{ records: Record<string, { read: number }>; notes: string[] }] };
type Calendar = { sessions: { count: number; covered_from: string; covered_through: string } };

/**
 * The built-in calendar against the file, from what the commands tell: an import of sessions keeps only rows that differ,
 * and the count shows that the calendar has no session more. A calendar that reaches beyond the file cannot be counted so.
 */
async function calendarRows(admin: Admin, file: string, sessions: readonly Session[], ticker: string): Promise<Row[]> {
  const dryRun = await admin('import-sessions', file, '--dry-run', '--json');
  const [{ records, notes }] = (JSON.parse(dryRun.stdout) as Report).files;
  const equal = Number(/\d+/.exec(notes.find((note) => note.includes('built-in calendar')) ?? '')?.[0] ?? Number.NaN);
  const { stdout } = await admin('explain', ticker, '--json');
  const { count, covered_from: from, covered_through: through } = (JSON.parse(stdout) as Calendar).sessions;
  const ours: [string, Value][] = [
    ['rows as built in', equal],
    ['rows that differ', records['session']?.read ?? 0],
  ];
  const theirs: [string, Value][] = [
    ['rows as built in', sessions.length],
    ['rows that differ', 0],
  ];
  const [first = '', last = ''] = [sessions[0]?.date, sessions.at(-1)?.date];
  if (from.slice(0, 7) >= first.slice(0, 7) && through.slice(0, 7) <= last.slice(0, 7)) {
    ours.push(['sessions built in', count]);
    theirs.push(['sessions built in', sessions.filter(({ date }) => date >= from && date <= through).length]);
  }
  return compare({ ticker: 'calendar', asOf: '' }, new Map(ours), new Map(theirs));
}

/** One process explains all tickers of a cutoff: to start one is what takes the time. */
async function explain(admin: Admin, tickers: readonly string[], asOf: string): Promise<Map<string, unknown>> {
  if (tickers.length === 0) return new Map();
  const { stdout } = await admin('explain', ...tickers, '--as-of', asOf, '--json');
  const report = JSON.parse(stdout) as { explained?: { ticker: string }[] } & { ticker: string };
  return new Map((report.explained ?? [report]).map((one) => [one.ticker, one]));
}

type Asked = { ticker: string; moment: Moment; expected: Expected; explained: unknown };

async function tickerRows({ base, key }: Service, { ticker, moment, expected, explained }: Asked): Promise<Row[]> {
  const at = { ticker, asOf: moment.cutoff };
  const { status, body } = await brief(base, key, { ticker, as_of: moment.cutoff });
  const due = expected.brief === null ? 404 : 200;
  const answered = compare(at, new Map([['status', status]]), new Map([['status', due]]));
  if (expected.brief === null || status !== 200) return answered;
  const ours = markFields(explained);
  const marks = [...new Set([...expected.marks.keys(), ...ours.keys()])].flatMap((belief) =>
    compare(at, ours.get(belief) ?? new Map(), expected.marks.get(belief) ?? new Map()).map((row) => ({
      ...row,
      field: `mark[${belief.slice(0, 12)}].${row.field}`,
    })),
  );
  return [...answered, ...compare(at, briefFields(body), expected.brief), ...marks];
}

async function cutoffRows(service: Service, tickers: readonly string[], moment: Moment): Promise<Row[]> {
  const expected = new Map(tickers.map((ticker) => [ticker, expectedOf(ticker, moment)]));
  const covered = tickers.filter((ticker) => (expected.get(ticker)?.marks.size ?? 0) > 0);
  const explained = await explain(service.admin, covered, moment.cutoff);
  const rows: Row[] = [];
  for (const [ticker, each] of expected) {
    rows.push(
      ...(await tickerRows(service, { ticker, moment, expected: each, explained: explained.get(ticker) ?? null })),
    );
  }
  return rows;
}

type Options = { cutoffs: string[]; tickers: string[]; all: boolean };
type Tally = { rows: number; unequal: number; worst: number };

function tell(rows: readonly Row[], tally: Tally, all: boolean): void {
  for (const row of told(rows, all)) process.stdout.write(`${line(row)}\n`);
  tally.rows += rows.length;
  tally.unequal += rows.filter(({ equal }) => !equal).length;
  tally.worst = Math.max(tally.worst, ...rows.map(({ difference }) => difference ?? 0));
}

async function reference(folder: string, dataDir: string, options: Options): Promise<boolean> {
  const raw = readFolder(folder);
  const chosen = await settings({ dataDir });
  const admin: Admin = (...args) => succeed(['scripts/admin.js', ...args], chosen.env);
  const tally: Tally = { rows: 0, unequal: 0, worst: 0 };
  for (const command of loadCommands(folder, raw)) {
    const { seconds } = await admin(...command);
    process.stderr.write(
      `admin ${command[0]}${command.length > 4 ? ` (${command.length - 1} arguments)` : ''}: ${seconds.toFixed(1)} s\n`,
    );
  }
  const key = await liveKey(chosen.env);
  const known = [...raw.statements, ...raw.securities].map(({ ticker }) => ticker);
  const tickers = options.tickers.length > 0 ? options.tickers : [...new Set(known)].sort();
  const cutoffs = options.cutoffs.length > 0 ? options.cutoffs.map(instant) : cutoffsOf(raw);
  const file = find(folder, 'nyse_sessions.csv');
  tell(await calendarRows(admin, file, raw.sessions, raw.statements[0]?.ticker ?? ''), tally, options.all);
  const server = await startServer(chosen);
  try {
    const service: Service = { admin, base: server.base, key };
    for (const cutoff of cutoffs) tell(await cutoffRows(service, tickers, momentOf(raw, cutoff)), tally, options.all);
  } finally {
    await server.stop();
  }
  const { rows, unequal, worst } = tally;
  process.stdout.write(
    `${tickers.length} tickers at ${cutoffs.length} cutoffs: ${rows} fields compared, ${unequal} unequal, largest difference ${worst.toExponential(2)} (allowed ${TOLERANCE})\n`,
  );
  return unequal === 0;
}

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    'as-of': { type: 'string', multiple: true, default: [] },
    ticker: { type: 'string', multiple: true, default: [] },
    all: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || values.data === undefined) {
  process.stderr.write(usage);
  process.exitCode = values.help ? 0 : 2;
} else {
  const tickers = values.ticker.map((ticker) => ticker.toUpperCase());
  const options = { cutoffs: values['as-of'], tickers, all: values.all };
  const folder = values.data;
  const equal = await withTemporaryFolder((dataDir) => reference(folder, dataDir, options));
  process.exitCode = equal ? 0 : 1;
}
