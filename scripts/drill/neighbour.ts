// One workspace asks cold full briefs over 80 connections; another one's briefs, its status and /healthz have to stay what they were.
import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '../../server/store/audit.ts';
import { type Growth, generateGrowth } from '../../server/store/test-growth.ts';
import type { Account } from '../faults/client.ts';
import { makeAccount } from '../faults/world.ts';
import { Connection } from '../fuzz/wire.ts';
import { after, judged, quantile } from '../load/rates.ts';
import { type Stage, onStage } from '../load/stage.ts';

const BELIEFS = 2_000;
const NOISY_CONNECTIONS = 80;
const WARM_SECONDS = 4;
const SECONDS = 12;
const P50_TIMES = 2;
const P99_TIMES = 4;
const HEALTH_MS_MAX = 100;

export function drillNeighbour(): Promise<boolean> {
  return onStage(async (store) => {
    const research = await generateGrowth(store.db, BELIEFS);
    const [noisy, quiet] = [
      await makeAccount(store, { prepaid: 10_000_000 }),
      await makeAccount(store, { prepaid: 10_000_000 }),
    ];
    return { research, noisy, quiet };
  }, neighbour);
}

type Prepared = { research: Growth; noisy: Account; quiet: Account };
type Kind = 'cached' | 'cold' | 'status' | 'healthz';
type Times = Record<Kind, { ms: number[]; refused: number }>;

async function neighbour({ store, port, prepared }: Stage<Prepared>): Promise<boolean> {
  const { research, noisy, quiet } = prepared;
  let asked = 0;
  const cutoff = (): string => new Date(Date.parse(research.to) - (asked += 1) * 1_000).toISOString();
  const ticker = (): string => research.tickers[asked % research.tickers.length] ?? '';
  const paths: Record<Kind, () => string> = {
    cached: () => `/v1/brief?ticker=${research.tickers[0]}`,
    cold: () => `/v1/brief?ticker=${ticker()}&as_of=${cutoff()}`,
    status: () => '/v1/status',
    healthz: () => '/healthz',
  };
  const pauses: Record<Kind, number> = { cached: 10, cold: 250, status: 100, healthz: 50 };

  /** Each kind over a connection of its own, one after the other. */
  async function measured(seconds: number): Promise<Times> {
    const kinds = Object.keys(paths) as Kind[];
    const isOver = after(seconds);
    const told = await Promise.all(
      kinds.map(async (kind) => {
        const connection = new Connection(port);
        const [ms, refused]: [number[], number[]] = [[], []];
        while (!isOver()) {
          const sent = performance.now();
          const { status } = await connection.exchange(question(quiet, paths[kind]()), false);
          if (status === 200) ms.push(performance.now() - sent);
          else refused.push(status);
          await pause(pauses[kind]);
        }
        connection.close();
        return [kind, { ms, refused: refused.length }] as const;
      }),
    );
    return Object.fromEntries(told) as Times;
  }

  await measured(WARM_SECONDS);
  const before = await measured(SECONDS);
  let isOver = false;
  let answered = 0;
  const noise = Array.from({ length: NOISY_CONNECTIONS }, async () => {
    const connection = new Connection(port);
    while (!isOver) {
      const path = `/v1/brief?ticker=${ticker()}&detail=full&max_results=20&as_of=${cutoff()}`;
      // The noise is judged by nobody: what breaks is asked anew.
      const status = await connection.exchange(question(noisy, path), false).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) answered += 1;
      // Refused with Retry-After, and not patient.
      else await pause(20);
    }
    connection.close();
  });
  await measured(1);
  const startedAt = [answered, performance.now()] as const;
  const beside = await measured(SECONDS);
  const perSecond = ((answered - startedAt[0]) / (performance.now() - startedAt[1])) * 1_000;
  isOver = true;
  await Promise.all(noise);
  const { drifts, entries } = await audit(store.db);
  process.stdout.write('           quiet p50   p99  noisy p50   p99  refused (ms)\n');
  for (const kind of Object.keys(before) as Kind[]) {
    const numbers = [before, beside].flatMap((times) => [at(times[kind].ms, 0.5), at(times[kind].ms, 0.99)]);
    process.stdout.write(
      `${kind.padEnd(10)} ${numbers.map((one) => one.padStart(8)).join(' ')} ${beside[kind].refused}\n`,
    );
  }
  const [own, other] = [before.cached.ms, beside.cached.ms];
  return judged([
    [`the noisy workspace is answered ${Math.round(perSecond)} times a second`, perSecond > 0],
    [
      `the neighbour's cached brief: p50 ${at(other, 0.5)} ms (at most ${P50_TIMES} x ${at(own, 0.5)}), p99 ${at(other, 0.99)} (at most ${P99_TIMES} x ${at(own, 0.99)})`,
      exact(other, 0.5) <= P50_TIMES * exact(own, 0.5) && exact(other, 0.99) <= P99_TIMES * exact(own, 0.99),
    ],
    [
      `its cold brief: ${beside.cold.ms.length} answered, ${beside.cold.refused} refused (none)`,
      beside.cold.ms.length > 0 && beside.cold.refused === 0,
    ],
    [
      `/healthz: p99 ${at(beside.healthz.ms, 0.99)} ms (at most ${HEALTH_MS_MAX})`,
      quantile(beside.healthz.ms, 0.99) <= HEALTH_MS_MAX,
    ],
    [`no drift in ${entries} entries`, drifts.length === 0],
  ]);
}

function question({ key }: Account, path: string): Buffer {
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    ...(path === '/healthz' ? [] : [`Authorization: Bearer ${key}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
}

/** Not rounded to the millisecond: what is compared lies within a few of them. */
function exact(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Infinity;
}

const at = (values: readonly number[], share: number): string => exact(values, share).toFixed(1);
