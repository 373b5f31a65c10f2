// `npm run reference -- --data DIR`: compares the service's numbers with an independent computation over the files of
// DIR.
import { parseArgs } from 'node:util';
import { TOLERANCE } from './proof/reference/compare.ts';
import { DAY_MS, instant } from './proof/reference/instants.ts';
import { loadCommands } from './proof/reference/load.ts';
import { readCourses } from './proof/reference/made-up/made-up-courses.ts';
import { CUTOFFS, END, makeUp } from './proof/reference/made-up/made-up.ts';
import { find, readFolder } from './proof/reference/raw-files.ts';
import type { RawData } from './proof/reference/raw-files.ts';
import { compareSet, withService } from './proof/reference/run-set.ts';
import type { DataSet } from './proof/reference/run-set.ts';
import { verdictReport } from './proof/reference/verdicts.ts';
import { withTemporaryFolder } from './stage/running-service.ts';

const usage = `npm run reference -- --data DIR [--as-of T …] [--ticker T …] [--all] [--courses FILE] [--set NAME] [--verdicts]
  DIR        holds statements.ndjson[.gz], nyse_sessions.csv, prices/**/*.csv and, if there is one, security_master.csv
  --as-of    a cutoff; repeatable. Default: three within the statements, and one after the last filing of the master
  --ticker   only these; repeatable
  --all      every field, not only the worst of each kind of a list
  --courses  courses with their right outcome, one JSON object a line, which join the made-up set
  --set      data or made-up; default both
  --verdicts counts the verdicts and the changes of their labels from session to session instead
Compares, for every ticker and cutoff, the overview, the full form, the beliefs list to its last page, each belief in full and
what \`explain\` tells; for every cutoff the list of entities; and the list of tickers. The made-up set has what real data lack:
mixed and unclear words, days, several statements at an instant, ends of coverage, late statements, horizons and targets.
Prints ticker, cutoff, field, ours (the service), theirs (the raw files), difference; exit 1 above ${TOLERANCE} or for anything unequal.
`;

const usual = [
  '2014-06-30T23:59:59.000Z',
  '2015-01-05T23:59:59.000Z',
  '2016-03-31T23:59:59.000Z',
  '2021-04-01T00:00:00.000Z',
];

/** The usual cutoffs if the data reach them; else thirds of the statements' span, and the day after the last filing. */
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
    filed === undefined ? [] : [new Date(Date.parse(`${filed}T00:00:00Z`) + 2 * DAY_MS).toISOString()];
  return [...new Set([at(1 / 3), at(2 / 3), at(1), ...afterFilings])].sort();
}

type Options = {
  cutoffs: string[];
  tickers: string[];
  all: boolean;
  courses: string | undefined;
  set: string | undefined;
};

function dataSet(folder: string, { cutoffs, tickers }: Options): DataSet {
  const raw = readFolder(folder);
  const known = [...new Set([...raw.statements, ...raw.securities].map(({ ticker }) => ticker))].sort();
  return {
    name: 'data',
    raw,
    commands: loadCommands(folder, raw),
    sessionsFile: find(folder, 'nyse_sessions.csv'),
    tickers: tickers.length > 0 ? tickers : known,
    cutoffs: cutoffs.length > 0 ? cutoffs.map(instant) : cutoffsOf(raw),
    courses: [],
  };
}

/** The made-up set uses the calendar and benchmark of the data folder, with its own tickers and cutoffs. */
async function compareMadeUp(folder: string, data: RawData, options: Options): Promise<boolean> {
  const courses = options.courses === undefined ? [] : readCourses(options.courses);
  return withTemporaryFolder((place) => {
    const { raw, commands, tickers } = makeUp({ folder: place, dataFolder: folder, data, courses });
    const sessionsFile = find(place, 'nyse_sessions.csv');
    const set = { name: 'made-up', raw, commands, sessionsFile, tickers, cutoffs: [...CUTOFFS, END].sort(), courses };
    return compareSet(set, options.all);
  });
}

async function reference(folder: string, options: Options): Promise<boolean> {
  const set = dataSet(folder, options);
  const isData = options.set !== 'made-up' ? await compareSet(set, options.all) : true;
  const isMadeUp = options.set !== 'data' ? await compareMadeUp(folder, set.raw, options) : true;
  return isData && isMadeUp;
}

function asked() {
  try {
    return parseArgs({
      options: {
        data: { type: 'string' },
        'as-of': { type: 'string', multiple: true, default: [] },
        ticker: { type: 'string', multiple: true, default: [] },
        all: { type: 'boolean', default: false },
        courses: { type: 'string' },
        set: { type: 'string' },
        verdicts: { type: 'boolean', default: false },
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
  const { all, courses, set, data } = values;
  const options = { cutoffs: values['as-of'], tickers, all, courses, set };
  const chosen = dataSet(data, options);
  const equal = values.verdicts
    ? await withService(chosen, (service) => verdictReport(service, chosen))
    : await reference(data, options);
  process.exitCode = equal ? 0 : 1;
}
