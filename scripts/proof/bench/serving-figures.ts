// Figures of the serving bench: cost of an answer, its ratio to node:http in the same run, and the verdict.
import { type Name, names } from './contestants.ts';
import { type Sample, quiet, quietest } from './quiet.ts';
import { type Row, slowest } from './serving-rows.ts';

export type LatencySample = Sample & { /** In milliseconds. */ latencies: readonly number[] };

export type Figures = {
  /** Answers a second. */
  rate: number;
  /** Microseconds of CPU per answer: of the server, and of its database sessions. */
  server: number;
  database: number;
  p50: number;
  p99: number;
  noise: number;
};

export type Verdict = 'goal' | 'pass' | 'FAIL' | 'not measured' | '';

export type Line = {
  name: string;
  figures: Record<Name, Figures>;
  /** Ratios of our server to node:http: answers a second, and CPU per answer with the database. */
  byRate: number;
  byCpu: number;
  overFastify: number;
  must: string;
  goal: string;
  verdict: Verdict;
  noise: number;
};

export function figuresOf(samples: readonly LatencySample[]): Figures {
  const { count, seconds, server, database, noise } = quietest(samples);
  const latencies = quiet(samples)
    .flatMap((one) => one.latencies)
    .toSorted((a, b) => a - b);
  const at = (part: number): number => latencies[Math.floor(part * (latencies.length - 1))] ?? Number.NaN;
  const microseconds = (spent: number): number => (spent / count) * 1e6;
  return {
    rate: count / seconds,
    server: microseconds(server),
    database: microseconds(database),
    p50: at(0.5),
    p99: at(0.99),
    noise,
  };
}

const cost = ({ server, database }: Figures): number => server + database;

/**
 * Capacity of the server's core. The load generator is slower than node:http, which would flatter every other server.
 */
const capacity = ({ rate, server }: Figures): number => (Number.isNaN(server) ? rate : Math.max(rate, 1e6 / server));

/** Above this share for other processes, answers a second measure the machine and not the server. */
const NOISE_MAX = 0.05;

/**
 * Judged by answers a second, as the targets were. If other processes used the machine, judged by CPU with the
 * database: that ratio varies by a third where the other varies threefold. Without /proc only answers a second exist.
 */
export function lineOf(
  { name, targets }: Row,
  figures: Record<Name, Figures>,
  rates: ReadonlyMap<string, number>,
): Line {
  const { ours, raw, fastify } = figures;
  const byCpu = cost(raw) / cost(ours);
  const byRate = ours.rate / capacity(raw);
  const overFastify = Number.isNaN(byCpu) ? ours.rate / fastify.rate : cost(fastify) / cost(ours);
  const noise = Math.max(...names.map((one) => figures[one].noise));
  const line = { name, figures, byRate, byCpu, overFastify, noise };
  if (targets === null) return { ...line, must: '', goal: '', verdict: '' };
  const ratio = noise > NOISE_MAX ? byCpu : byRate;
  const { must, goal, overFastify: least = 0, ofRow } = targets;
  const kept = ofRow === undefined ? 1 : ours.rate / (rates.get(ofRow.row) ?? Number.NaN);
  const isEnough = ratio >= must && kept >= (ofRow?.must ?? 0);
  const isGoal = isEnough && ratio >= goal && overFastify >= least;
  return {
    ...line,
    must: ofRow === undefined ? String(must) : `${must}, ${ofRow.must} of ${ofRow.row}`,
    goal: least === 0 ? String(goal) : `${goal}, ${least} x Fastify`,
    verdict: Number.isNaN(ratio) ? 'not measured' : isGoal ? 'goal' : isEnough ? 'pass' : 'FAIL',
  };
}

/** The slowest hundredth of the answers, against the naive server and Fastify. */
export function slowestVerdict({ ours, fastify, naive }: Record<Name, Figures>): Verdict {
  if (ours.p99 > naive.p99 * slowest.mustOfNaive) return 'FAIL';
  return ours.p99 <= fastify.p99 * slowest.goalOfFastify ? 'goal' : 'pass';
}
