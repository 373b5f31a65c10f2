// From samples to a verdict: what an answer costs, how it compares with node:http in the same run, and whether that is enough.
import { type Name, names } from './contestants.ts';
import { type Sample, quiet, quietest } from './quiet.ts';
import { type Row, slowest } from './serving-rows.ts';

export type Taken = Sample & { /** In milliseconds. */ latencies: readonly number[] };

export type Figures = {
  /** Answers a second. */
  rate: number;
  /** Microseconds of CPU for one answer: of the server, and of its sessions in the database. */
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
  /** Ours to node:http: by answers a second, and by the CPU that an answer takes, server and database together. */
  byRate: number;
  byCpu: number;
  overFastify: number;
  must: string;
  goal: string;
  verdict: Verdict;
  noise: number;
};

export function figuresOf(samples: readonly Taken[]): Figures {
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
 * What the one core of this server can do. Those who ask need a core too and are slower than node:http itself, which
 * would flatter whoever is compared with it.
 */
const capacity = ({ rate, server }: Figures): number => (Number.isNaN(server) ? rate : Math.max(rate, 1e6 / server));

/** Above this share of the machine for others, answers a second say more of them than of the server. */
const NOISE_MAX = 0.05;

/**
 * Judged by answers a second, as the targets were taken; by CPU, the database's included, where others had a part of the
 * machine: that ratio moves by a third where answers a second move threefold. Without /proc there are only those.
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

/** The slowest hundredth of the answers, against the naive server's and Fastify's. */
export function slowestVerdict({ ours, fastify, naive }: Record<Name, Figures>): Verdict {
  if (ours.p99 > naive.p99 * slowest.mustOfNaive) return 'FAIL';
  return ours.p99 <= fastify.p99 * slowest.goalOfFastify ? 'goal' : 'pass';
}
