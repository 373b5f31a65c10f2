// Table of the serving bench for people, with the meaning of its columns.
import { names } from './contestants.ts';
import { type Figures, type Line, slowestVerdict } from './serving-figures.ts';
import { slowest } from './serving-rows.ts';

const rateOf = (rate: number): string => (rate >= 10_000 ? `${(rate / 1000).toFixed(1)}k` : rate.toFixed(0));

function cell({ rate, server, database }: Figures): string {
  const cost = Number.isNaN(server) ? '' : ` ${server.toFixed(0)}${database > 0 ? `+${database.toFixed(0)}` : ''}`;
  return rateOf(rate) + cost;
}

const ratio = (value: number): string => (Number.isNaN(value) ? '-' : value.toPrecision(2));
const percent = (share: number): string => (Number.isNaN(share) ? '-' : `${(share * 100).toFixed(0)} %`);

const heading = ['', 'ours', 'raw', 'Fastify', 'naive', 'ratio', 'by CPU', 'x Fastify', 'must', 'goal', '', 'noise'];

function cells(line: Line): string[] {
  const { name, figures, byRate, byCpu, overFastify, must, goal, verdict, noise } = line;
  const each = names.map((one) => cell(figures[one]));
  return [name, ...each, ratio(byRate), ratio(byCpu), ratio(overFastify), must, goal, verdict, percent(noise)];
}

function slowestCells({ name, figures, noise }: Line): string[] {
  const each = names.map((one) => `${figures[one].p99.toFixed(1)} ms`);
  const { ours, fastify, naive } = figures;
  const [must, goal] = [`${slowest.mustOfNaive} of naive`, `${slowest.goalOfFastify} of Fastify`];
  const shares = [ratio(ours.p99 / naive.p99), '', ratio(ours.p99 / fastify.p99)];
  return [`${name}, p99`, ...each, ...shares, must, goal, slowestVerdict(figures), percent(noise)];
}

const legend = `Each cell: answers a second, then microseconds of CPU an answer: server + PostgreSQL.
raw: node:http writing the same bytes with the same headers, and nothing else. Fastify: the same job by one prepared
statement a request. naive: Express, validator, query builder, jsonb, res.json.
A cold brief is built from 250 statements and ten years of prices; raw, Fastify and naive repeat stored ones.
ratio: answers a second to what raw's core can do. by CPU: of raw to ours with PostgreSQL, as x Fastify.
noise: the share of the machine that others had; above 5 % a row is judged by CPU.`;

export function table(lines: readonly Line[]): string {
  const rows = [
    heading,
    ...lines.flatMap((line) => (line.name === slowest.row ? [cells(line), slowestCells(line)] : [cells(line)])),
  ];
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const text = rows.map((row) =>
    row
      .map((one, column) => (column === 0 ? one.padEnd(widths[0] ?? 0) : one.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return `${text.map((line) => line.trimEnd()).join('\n')}\n\n${legend}\n`;
}
