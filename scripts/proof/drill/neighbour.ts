// Noisy neighbour: one workspace asks cold briefs over 80 connections; another one's briefs, status and /healthz stay
// fast.
import { setTimeout as pause } from 'node:timers/promises';
import { audit } from '../../../server/store/keeping/audit.ts';
import { type Growth, generateGrowth } from '../../../server/store/testing/growth.ts';
import type { Account } from '../faults/stage/client.ts';
import { makeAccount } from '../faults/stage/world.ts';
import { Connection } from '../fuzz/wire.ts';
import { after, judged } from '../load/rates.ts';
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

type NeighbourStage = { research: Growth; noisy: Account; quiet: Account };
type Kind = 'cached' | 'cold' | 'status' | 'healthz';
type Times = { ms: number[]; refused: number };

/** Each cold brief has a separate cutoff, so that it must be built. */
function questionsOf({ tickers, to }: Growth) {
  let asked = 0;
  const cold = (more: string) => (): string => {
    asked += 1;
    const asOf = new Date(Date.parse(to) - asked * 1_000).toISOString();
    return `/v1/brief?ticker=${tickers[asked % tickers.length]}&as_of=${asOf}${more}`;
  };
  const paths: Record<Kind, () => string> = {
    cached: () => `/v1/brief?ticker=${tickers[0]}`,
    cold: cold(''),
    status: () => '/v1/status',
    healthz: () => '/healthz',
  };
  return { paths, noise: cold('&detail=full&max_results=20') };
}

const kinds = ['cached', 'cold', 'status', 'healthz'] as const;
const pauses: Record<Kind, number> = { cached: 10, cold: 250, status: 100, healthz: 50 };

/** Each kind uses a separate connection and asks one question after another. */
async function measured(port: number, account: Account, paths: Record<Kind, () => string>, seconds = SECONDS) {
  const isOver = after(seconds);
  const told = await Promise.all(
    kinds.map(async (kind): Promise<[Kind, Times]> => {
      const connection = new Connection(port);
      const times: Times = { ms: [], refused: 0 };
      while (!isOver()) {
        const { status, ms } = await connection.exchange(question(account, paths[kind]()), false);
        if (status === 200) times.ms.push(ms);
        else times.refused += 1;
        await pause(pauses[kind]);
      }
      connection.close();
      return [kind, times];
    }),
  );
  return Object.fromEntries(told) as Record<Kind, Times>;
}

/** Asks over this many connections until it is stopped; a refused question is repeated soon. */
function noiseOf(port: number, account: Account, path: () => string) {
  let isOver = false;
  let answered = 0;
  const all = Array.from({ length: NOISY_CONNECTIONS }, async () => {
    const connection = new Connection(port);
    while (!isOver) {
      // Failures of the noisy workspace do not count: it reconnects and continues.
      const status = await connection.exchange(question(account, path()), false).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) answered += 1;
      else await pause(20);
    }
    connection.close();
  });
  return {
    answered: () => answered,
    async stop(): Promise<void> {
      isOver = true;
      await Promise.all(all);
    },
  };
}

async function neighbour({ store, port, prepared }: Stage<NeighbourStage>): Promise<boolean> {
  const { research, noisy, quiet } = prepared;
  const { paths, noise } = questionsOf(research);
  await measured(port, quiet, paths, WARM_SECONDS);
  const before = await measured(port, quiet, paths);
  const noises = noiseOf(port, noisy, noise);
  await measured(port, quiet, paths, 1);
  const answered = noises.answered();
  const beside = await measured(port, quiet, paths);
  const perSecond = (noises.answered() - answered) / SECONDS;
  await noises.stop();
  const { drifts, entries } = await audit(store.db);
  process.stdout.write('           quiet p50      p99  noisy p50      p99  refused (ms)\n');
  for (const kind of kinds) {
    const numbers = [before, beside].flatMap((times) => [at(times[kind].ms, 0.5), at(times[kind].ms, 0.99)]);
    process.stdout.write(
      `${kind.padEnd(10)} ${numbers.map((one) => one.padStart(9)).join(' ')} ${beside[kind].refused}\n`,
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
      exact(beside.healthz.ms, 0.99) <= HEALTH_MS_MAX,
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

/** Not rounded to milliseconds: the compared values differ by only a few. */
function exact(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Infinity;
}

const at = (values: readonly number[], share: number): string => exact(values, share).toFixed(1);
