// Capacity of one primary, from the measured costs of an answer: answers a second, storage and connections.
import figures from './figures.json' with { type: 'json' };

/** Microseconds of CPU of an answer, with its charge. */
type AnswerCost = { server: number; database: number };

export type CapacityFigures = {
  machine: string;
  /** A brief from the cache, and a page of 50 beliefs that was never requested. */
  brief: AnswerCost;
  page: AnswerCost;
  /** Bytes of the database for an answer that is stored already, and for a new page. */
  briefBytes: number;
  pageBytes: number;
  /** Of each process: what `/docs/operate` counts. */
  connections: number;
  checks: readonly Check[];
};

export type Check = { name: string; unit: string; predicted: number; measured: number };

export const measured: CapacityFigures = figures;

/** Share of the processors that a planned load takes: the rest is for peaks, releases, backups and vacuum. */
const PLANNED_SHARE = 0.6;

/** `newPages`: the share of answers that no cache holds. */
export type Load = { answers: number; newPages: number };

export function mixedCost({ brief, page }: CapacityFigures, newPages: number): AnswerCost {
  const mixed = (of: (cost: AnswerCost) => number): number => (1 - newPages) * of(brief) + newPages * of(page);
  return { server: mixed(({ server }) => server), database: mixed(({ database }) => database) };
}

/** Answers a second of a primary with this many cores. */
export function answersOf(of: CapacityFigures, cores: number, newPages: number): number {
  return (PLANNED_SHARE * cores * 1e6) / mixedCost(of, newPages).database;
}

/** Cores of servers for this many answers a second. */
export function serverCores(of: CapacityFigures, { answers, newPages }: Load): number {
  return Math.ceil((answers * mixedCost(of, newPages).server) / (PLANNED_SHARE * 1e6));
}

/** Bytes of this many answers while all of their entries and bodies are kept. */
export function bytesOf({ briefBytes, pageBytes }: CapacityFigures, { answers, newPages }: Load): number {
  return answers * ((1 - newPages) * briefBytes + newPages * pageBytes);
}

const shares = [0, 0.1, 0.5];
const primaries = [2, 8, 32];

const rounded = (value: number): string => Number(value.toPrecision(2)).toLocaleString('en');
const percent = (share: number): string => `${Math.round(100 * share)} %`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function primaryTable(of = measured): string {
  const rows = primaries.flatMap((cores) =>
    shares.map((newPages) => {
      const answers = answersOf(of, cores, newPages);
      const servers = serverCores(of, { answers, newPages });
      return [String(cores), percent(newPages), rounded(answers), String(servers), String(servers * of.connections)];
    }),
  );
  return table(['cores of the primary', 'new pages', 'answers a second', 'cores of servers', 'connections'], rows);
}

export function storageTable(of = measured): string {
  const rows = shares.map((newPages) => {
    const bytes = bytesOf(of, { answers: 1e6, newPages });
    return [percent(newPages), `${(bytes / 1e9).toPrecision(2)} GB`];
  });
  return table(['new pages', 'storage of a million answers'], rows);
}

export function costTable(of = measured): string {
  const row = (name: string, { server, database }: AnswerCost, bytes: number): string[] => [
    name,
    `${server.toFixed(0)} µs`,
    `${database.toFixed(0)} µs`,
    `${bytes.toFixed(0)} bytes`,
  ];
  return table(
    ['answer', 'server', 'database', 'storage'],
    [row('a brief from the cache', of.brief, of.briefBytes), row('a new page of 50 beliefs', of.page, of.pageBytes)],
  );
}

export function checkTable({ checks } = measured): string {
  const rows = checks.map(({ name, unit, predicted, measured: found }) => [
    name,
    `${predicted.toFixed(0)} ${unit}`,
    `${found.toFixed(0)} ${unit}`,
    (found / predicted).toFixed(2),
  ]);
  return table(['point', 'by the model', 'measured', 'ratio'], rows);
}
