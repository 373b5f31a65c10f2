// Report of the verdicts: how often each is given and by what it is held back, and why labels change from one session to the next.
import { brief } from '../../stage/running-service.ts';
import { list, object } from './answered.ts';
import type { Service } from './ask.ts';
import { changesOf, LABELS } from './label-changes.ts';
import type { Cause, Change, Labels } from './label-changes.ts';
import { isKnown, momentOf, subjectOf } from './own/own-subject.ts';
import type { RawData } from './raw-files.ts';
import type { DataSet } from './run-set.ts';

const SESSIONS = 250;
const DELAY_MS = 60 * 60 * 1000;
const CUTOFFS = ['2014-12-31', '2015-06-30', '2015-12-31', '2016-03-31'].map((date) => `${date}T23:00:00.000Z`);
const CAUSES: readonly Cause[] = ['new word', 'age limit', 'price status', 'new price', 'unexplained'];

type Verdict = { labels: Labels; reason: string };

async function verdictAt({ base, key }: Service, ticker: string, asOf: string): Promise<Verdict | null> {
  const { status, body } = await brief(base, key, { ticker, as_of: asOf });
  if (status !== 200) return null;
  const trade = object(object(body)['trade_state']);
  const setup = (side: string): string =>
    String(list(trade['setups']).find(({ direction }) => direction === side)?.['price_confirmation'] ?? 'none');
  const reasons = list(trade['reasons']).map(({ text }) => String(text).replace(/\d[\d.,-]*/g, 'N'));
  return {
    labels: {
      action: String(trade['action']),
      mode: String(trade['decision_mode']),
      direction: String(trade['direction']),
      bullish: setup('bullish'),
      bearish: setup('bearish'),
    },
    reason: reasons.find((text) => /BUY|AVOID/.test(text)) ?? reasons[0] ?? '(no reason)',
  };
}

const add = (counts: Map<string, number>, name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1);

function print(title: string, counts: ReadonlyMap<string, number>): void {
  process.stdout.write(`${title}\n`);
  for (const [name, number] of [...counts].sort(([, a], [, b]) => b - a))
    process.stdout.write(`  ${String(number).padStart(6)}  ${name}\n`);
}

async function cutoffTables(service: Service, { raw, tickers }: DataSet): Promise<void> {
  for (const cutoff of CUTOFFS) {
    const moment = momentOf(raw, cutoff);
    const [actions, obstacles, reasons] = [new Map(), new Map(), new Map()] as Map<string, number>[];
    for (const ticker of tickers) {
      const verdict = await verdictAt(service, ticker, cutoff);
      if (verdict === null || !actions || !obstacles || !reasons) continue;
      add(actions, verdict.labels.action);
      const { trade } = subjectOf(ticker, moment);
      if (trade.obstacle !== null) add(obstacles, `${trade.mode}: ${trade.obstacle}`);
      add(reasons, verdict.reason);
    }
    if (actions) print(`verdicts at ${cutoff}`, actions);
    if (obstacles) print('  WAIT by its first obstacle (computed)', obstacles);
    if (reasons) print('  by the reason that names it (answered, numbers left out)', reasons);
  }
}

/** The cutoffs an hour after the close of consecutive sessions up to the last statement. */
function sessionCutoffs({ sessions, statements }: RawData): string[] {
  const last =
    statements
      .map(({ observedAt }) => observedAt)
      .sort()
      .at(-1) ?? '';
  const known = sessions.filter(({ date }) => date <= last.slice(0, 10)).slice(-SESSIONS - 1);
  return known.map(({ close }) => new Date(Date.parse(close) + DELAY_MS).toISOString());
}

async function changesOfTicker(service: Service, ticker: string, raw: RawData): Promise<Change[]> {
  const changes: Change[] = [];
  let before: { labels: Labels; subject: ReturnType<typeof subjectOf> } | null = null;
  for (const cutoff of sessionCutoffs(raw)) {
    const subject = subjectOf(ticker, momentOf(raw, cutoff));
    const labels: Labels | undefined = isKnown(subject)
      ? (await verdictAt(service, ticker, cutoff))?.labels
      : undefined;
    if (labels === undefined) continue;
    if (before !== null) changes.push(...changesOf(before, { labels, subject }));
    before = { labels, subject };
  }
  return changes;
}

/** Prints the tables; false if a label changed for no reason that the raw files show. */
export async function verdictReport(service: Service, set: DataSet): Promise<boolean> {
  await cutoffTables(service, set);
  const counts = new Map<string, number>(LABELS.flatMap((label) => CAUSES.map((cause) => [`${label}: ${cause}`, 0])));
  const perTicker: [string, number][] = [];
  let unexplained = 0;
  for (const ticker of set.tickers) {
    const changes = await changesOfTicker(service, ticker, set.raw);
    perTicker.push([ticker, changes.length]);
    for (const change of changes) {
      add(counts, `${change.label}: ${change.cause}`);
      if (change.cause !== 'unexplained') continue;
      unexplained += 1;
      process.stdout.write(`unexplained: ${ticker} ${change.asOf} ${change.label} ${change.from} -> ${change.to}\n`);
    }
  }
  const steps = set.tickers.length * SESSIONS;
  print(
    `changes of a label from one session to the next, ${set.tickers.length} tickers, ${SESSIONS} steps each (${steps})`,
    counts,
  );
  print('changes by ticker', new Map(perTicker));
  return unexplained === 0;
}
