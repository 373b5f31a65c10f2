// `npm run reference -- --data DIR`: our numbers beside an independent computation over the raw files of DIR, field by field.
import { parseArgs } from 'node:util';
import type { Admin, Service } from './reference/ask.ts';
import { calendarRows } from './reference/calendar-rows.ts';
import { line, told, TOLERANCE } from './reference/compare.ts';
import type { Row } from './reference/compare.ts';
import { entityRows, tickersRows } from './reference/coverage-rows.ts';
import { loadCommands } from './reference/load.ts';
import { momentOf } from './reference/own-subject.ts';
import { instant } from './reference/instants.ts';
import { find, readFolder } from './reference/raw-files.ts';
import type { RawData } from './reference/raw-files.ts';
import { cutoffRows } from './reference/rows.ts';
import { count, newTally, summary } from './reference/tally.ts';
import { liveKey, settings, startServer, succeed, withTemporaryFolder } from './running-service.ts';

const usage = `npm run reference -- --data DIR [--as-of T …] [--ticker T …] [--all]
  DIR      holds statements.ndjson[.gz], nyse_sessions.csv, prices/**/*.csv and, if there is one, security_master.csv
  --as-of  a cutoff; repeatable. Default: three within the statements, and one after the last filing of the master
  --ticker only these; repeatable
  --all    every field, not only the worst of each kind of a list
Compares, for every ticker and cutoff, the overview, the full form, the beliefs list to its last page, each belief in full and
what \`explain\` tells; for every cutoff the list of entities; and the list of tickers.
Prints ticker, cutoff, field, ours (the service), theirs (the raw files), difference; exit 1 above ${TOLERANCE} or for anything unequal.
`;

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

type Options = { cutoffs: string[]; tickers: string[]; all: boolean };

async function load(folder: string, raw: RawData, admin: Admin): Promise<void> {
  for (const command of loadCommands(folder, raw)) {
    const { seconds } = await admin(...command);
    process.stderr.write(
      `admin ${command[0]}${command.length > 4 ? ` (${command.length - 1} arguments)` : ''}: ${seconds.toFixed(1)} s\n`,
    );
  }
}

async function reference(folder: string, dataDir: string, options: Options): Promise<boolean> {
  const raw = readFolder(folder);
  const chosen = await settings({ dataDir });
  const admin: Admin = (...args) => succeed(['scripts/admin.js', ...args], chosen.env);
  const tally = newTally();
  const tell = (rows: readonly Row[]): void => {
    for (const row of told(rows, options.all)) process.stdout.write(`${line(row)}\n`);
    count(rows, tally);
  };
  await load(folder, raw, admin);
  const key = await liveKey(chosen.env);
  const known = [...new Set([...raw.statements, ...raw.securities].map(({ ticker }) => ticker))].sort();
  const tickers = options.tickers.length > 0 ? options.tickers : known;
  const cutoffs = options.cutoffs.length > 0 ? options.cutoffs.map(instant) : cutoffsOf(raw);
  const file = find(folder, 'nyse_sessions.csv');
  tell(await calendarRows(admin, file, raw.sessions, raw.statements[0]?.ticker ?? ''));
  const server = await startServer(chosen);
  try {
    const service: Service = { admin, base: server.base, key };
    tell(await tickersRows(service, raw));
    for (const moment of cutoffs.map((cutoff) => momentOf(raw, cutoff))) {
      tell(await entityRows(service, known, moment));
      await cutoffRows(service, tickers, moment, tell);
    }
  } finally {
    await server.stop();
  }
  process.stdout.write(`${tickers.length} tickers at ${cutoffs.length} cutoffs: ${summary(tally, TOLERANCE)}\n`);
  return tally.unequal === 0;
}

function asked() {
  try {
    return parseArgs({
      options: {
        data: { type: 'string' },
        'as-of': { type: 'string', multiple: true, default: [] },
        ticker: { type: 'string', multiple: true, default: [] },
        all: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}

const values = asked();
if (values === null || values.help || values.data === undefined) {
  process.stderr.write(usage);
  process.exitCode = values?.help === true ? 0 : 2;
} else {
  const tickers = values.ticker.map((ticker) => ticker.toUpperCase());
  const options = { cutoffs: values['as-of'], tickers, all: values.all };
  const folder = values.data;
  const equal = await withTemporaryFolder((dataDir) => reference(folder, dataDir, options));
  process.exitCode = equal ? 0 : 1;
}
