// Verdicts of the serving bench, from invented figures.
import { describe, expect, it } from 'vitest';
import { type Name, names } from './contestants.ts';
import { coresOf } from './cores.ts';
import { type Figures, type LatencySample, figuresOf, lineOf, slowestVerdict } from './serving-figures.ts';
import type { Row, Targets } from './serving-rows.ts';

const figures = (server: number, database = 0, rest: Partial<Figures> = {}): Figures => ({
  rate: 1_000,
  server,
  database,
  p50: 1,
  p99: 10,
  noise: 0,
  ...rest,
});

const rowOf = (targets: Targets | null): Row => ({
  name: 'row',
  connections: 1,
  metered: true,
  targets,
  questions: () => () => ({ path: '/' }),
});

const all = (ours: Figures, fastify = figures(100, 100)): Record<Name, Figures> => ({
  ours,
  fastify,
  raw: figures(10, 0, { rate: 20_000 }),
  naive: figures(1_000, 500, { p99: 100 }),
});

describe('a row', () => {
  const ours = figures(20, 20, { rate: 20_000 });

  it('compares its rate with what one core of node:http can do, and the CPU of an answer, the database included', () => {
    const line = lineOf(rowOf({ must: 0.2, goal: 0.3 }), all(ours), new Map());
    expect([line.byRate, line.byCpu, line.overFastify, line.verdict]).toEqual([0.2, 0.25, 5, 'pass']);
  });

  it.each([
    ['below must', { must: 0.21, goal: 0.3 }, 'FAIL'],
    ['at the goal', { must: 0.1, goal: 0.2 }, 'goal'],
    ['at the goal, but too near to Fastify', { must: 0.1, goal: 0.2, overFastify: 6 }, 'pass'],
    ['with too few answers left of another row', { must: 0.1, goal: 0.2, ofRow: { row: 'other', must: 0.8 } }, 'FAIL'],
    ['with enough of them', { must: 0.1, goal: 0.2, ofRow: { row: 'another', must: 0.8 } }, 'goal'],
    ['without targets', null, ''],
  ] as const)('%s', (_, targets, verdict) => {
    const rates = new Map([
      ['other', 26_000],
      ['another', 24_000],
    ]);
    expect(lineOf(rowOf(targets), all(ours), rates).verdict).toBe(verdict);
  });

  it.each([
    [0.05, 'FAIL'],
    [0.06, 'pass'],
  ])('is judged by CPU where others had a part of the machine: %f', (noise, verdict) => {
    const line = lineOf(rowOf({ must: 0.25, goal: 0.3 }), all({ ...ours, noise }), new Map());
    expect(line.verdict).toBe(verdict);
  });

  it('is judged by its rate where no CPU can be read', () => {
    const blind = Object.fromEntries(names.map((name) => [name, figures(Number.NaN, Number.NaN)]));
    const line = lineOf(rowOf({ must: 0.5, goal: 1 }), blind as Record<Name, Figures>, new Map());
    expect([line.byRate, line.verdict]).toEqual([1, 'goal']);
  });

  it('has its slowest answers judged against the naive server and Fastify', () => {
    const verdicts = [10, 20, 26].map((p99) => slowestVerdict(all(figures(20, 20, { p99 }))));
    expect(verdicts).toEqual(['goal', 'pass', 'FAIL']);
  });
});

it('figures come from the quietest third of the samples alone', () => {
  const sample = (noise: number, count: number): LatencySample => ({
    count,
    seconds: 1,
    server: 0.5,
    database: 0.1,
    noise,
    latencies: Array.from({ length: 100 }, (_, index) => index + 1),
  });
  const samples = [
    sample(0.5, 1),
    sample(0.1, 1_000),
    sample(0.9, 1),
    sample(0.6, 1),
    sample(0.7, 1),
    sample(0.2, 1_000),
  ];
  expect(figuresOf(samples)).toEqual({
    rate: 1_000,
    server: 500,
    database: 100,
    p50: 50,
    p99: 99,
    noise: 0.15000000000000002,
  });
});

it('reads the lists of cores that Linux writes', () => {
  expect([coresOf(''), coresOf('0'), coresOf('0-2,5')]).toEqual([[], [0], [0, 1, 2, 5]]);
});
