// The daily routine: loads what is new in a folder, in order, and stages or releases it.
import { releaseFeed, runFeed, type FeedReport, type FeedThen } from './feed.ts';
import { UsageError, type Arguments, type Command, type CommandContext, type CommandResult } from '../command.ts';

const settle_default = 60;
const settle_max = 86_400;

export const feedCommand: Command = {
  name: 'feed',
  about:
    'Loads what is new in a folder: sessions, securities, bundle, statements and prices from the folders of these names, or of names that begin so, such as statements-brokers. A file options.txt in such a folder has the options of its import command, one a line. A file counts as new by its content: a loaded or a refused one is not tried again before it changes. A file that was written within the last minute is left for the next run. Safe to run twice: a second run at the same time does nothing.',
  usage: 'FOLDER',
  positionals: { name: 'FOLDER', min: 1, max: 1, areFiles: true },
  options: {
    then: 'stage, or release: what to do with what was loaded (default: stage). A release needs its approval as always, and publishes nothing that was staged by anyone else',
    settle: `seconds that a file must be unchanged; ${settle_default} by default`,
  },
  flags: ['preview'],
  examples: ['feed /srv/research/inbox', 'feed /srv/research/inbox --then release --json'],
  run,
};

async function run(context: CommandContext, args: Arguments): Promise<CommandResult> {
  const { positionals, values, collection } = args;
  const then = thenOf(values['then']);
  const folder = positionals[0] ?? '';
  const report = await runFeed(context, { folder, collection, settleSeconds: settleOf(values['settle']) }, (done) =>
    then === 'release' ? releaseFeed(context, collection, done) : Promise.resolve(done),
  );
  const isFailed = report.refused > 0 || report.failure !== null;
  return { exit: isFailed ? 1 : 0, report, lines: feedLines(report) };
}

function thenOf(text = 'stage'): FeedThen {
  if (text === 'stage' || text === 'release') return text;
  throw new UsageError(`--then ${text} is not known: write stage or release`);
}

function settleOf(text = String(settle_default)): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= settle_max) return Number(text);
  throw new UsageError(`--settle ${text} is not a number of seconds from 0 to ${settle_max}`);
}

function feedLines(report: FeedReport): string[] {
  if (report.busy) return ['another run has the folder: nothing was done'];
  const { loaded, refused, standing, waiting, version, failure, files, collection } = report;
  const released = version === null ? [] : [`released as release ${version} of ${collection}`];
  return [
    ...files.flatMap(({ file, outcome, lines }) => [`${file}: ${outcome}`, ...lines.map((line) => `  ${line}`)]),
    ...(standing > 0 ? [`${standing} files were refused by an earlier run and have not changed`] : []),
    ...released,
    ...(failure === null ? [] : [failure]),
    `${loaded} loaded, ${refused} refused, ${waiting} left for the next run`,
  ];
}
