// Report of a fault drill: runs its parts in turn and prints one table of faults, counts, observations and verdicts.
import { frozenBuild } from '../../stage/frozen-build.ts';
import { type Crashable, startServer } from '../../stage/test-postgres.ts';
import { type Store, openStore } from '../../../server/store/engine/engine.ts';

export type Line = {
  done: string;
  times: number;
  seen: string;
  limit: string;
  passed: boolean;
  /** Failures, as sentences. */
  faults?: readonly string[];
};

/** `main` is the built server. */
export type FaultPart = { name: string; run: (main: string) => Promise<Line[]> };

const FAULTS_TOLD = 20;

/** True if every line passed. A part that throws is a failed line; the other parts still run. */
export async function reportFaults(parts: readonly FaultPart[]): Promise<boolean> {
  const build = await frozenBuild();
  const lines: Line[] = [];
  try {
    for (const { name, run } of parts) {
      process.stderr.write(`${new Date().toISOString()} ${name} …\n`);
      const found = await run(build.main).catch((error: unknown) => [thrown(name, error)]);
      for (const line of found) process.stdout.write(`${row(line)}\n${faultsOf(line)}`);
      lines.push(...found);
    }
  } finally {
    await build.remove();
  }
  process.stdout.write(`\n${table(lines)}`);
  return lines.length > 0 && lines.every(({ passed }) => passed);
}

/** Starts a PostgreSQL with production's commit settings for one part. */
export async function withPostgres<T>(work: (postgres: Crashable) => Promise<T>): Promise<T> {
  const postgres = await startServer({ durable: true });
  try {
    return await work(postgres);
  } finally {
    await postgres.stop();
  }
}

export function withStore<T>(work: (store: Store, postgres: Crashable) => Promise<T>): Promise<T> {
  return withPostgres(async (postgres) => {
    const store = await openStore({ databaseUrl: postgres.url });
    try {
      return await work(store, postgres);
    } finally {
      await store.close();
    }
  });
}

function thrown(name: string, error: unknown): Line {
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { done: name, times: 0, seen: 'it threw', limit: 'it ends', passed: false, faults: [why] };
}

const verdictOf = ({ passed }: Line): string => (passed ? 'pass' : 'FAIL');

function row(line: Line): string {
  return `${verdictOf(line)}  ${line.done}, ${line.times} times: ${line.seen} (${line.limit})`;
}

function faultsOf({ faults = [] }: Line): string {
  const more = faults.length > FAULTS_TOLD ? [`and ${faults.length - FAULTS_TOLD} more`] : [];
  return [...faults.slice(0, FAULTS_TOLD), ...more].map((fault) => `        ${fault}\n`).join('');
}

function table(lines: readonly Line[]): string {
  const cells = [
    ['done', 'times', 'seen', 'limit', ''],
    ...lines.map((line) => [line.done, String(line.times), line.seen, line.limit, verdictOf(line)]),
  ];
  const widths = [0, 1, 2, 3, 4].map((place) => Math.max(...cells.map((one) => one[place]?.length ?? 0)));
  const told = (one: readonly string[]): string =>
    `| ${one.map((text, place) => text.padEnd(widths[place] ?? 0)).join(' | ')} |\n`;
  const [head = [], ...rest] = cells;
  return [told(head), told(widths.map((width) => '-'.repeat(width))), ...rest.map(told)].join('');
}
