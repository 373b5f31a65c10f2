// Samples on a shared machine, taken in turn, and the figures of the quietest ones.
import { cpus } from 'node:os';
import { cpuSeconds, machineSeconds, sessionSeconds } from './processes.ts';

export type Sample = {
  /** Number of answers. */
  count: number;
  seconds: number;
  /** CPU seconds of the server and of its database sessions. */
  server: number;
  database: number;
  /** Share of the machine that other processes used meanwhile. */
  noise: number;
};

/** Runs `work`, which returns its number of answers. The database is not counted if there is none. */
export async function sample(
  { serverPid, database }: { serverPid: number; database: string | null },
  work: () => Promise<number>,
): Promise<Sample> {
  const server = (): number => cpuSeconds(({ pid, parent }) => pid === serverPid || parent === serverPid);
  const sessions = database === null ? () => 0 : sessionSeconds(database);
  const [machineBefore, serverBefore] = [machineSeconds(), server()];
  const [ownBefore, start] = [process.cpuUsage(), performance.now()];
  const count = await work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(ownBefore);
  const [spentByServer, machine] = [server() - serverBefore, machineSeconds()];
  const [spentBySessions, own] = [sessions(), (user + system) / 1e6];
  const byOthers = Math.max(0, machine.spent - machineBefore.spent - own - spentByServer - spentBySessions);
  const noise = (byOthers + machine.stolen - machineBefore.stolen) / (seconds * cpus().length);
  return { count, seconds, server: spentByServer, database: spentBySessions, noise };
}

/** The third of the samples with the least disturbance. */
export function quiet<Taken extends Sample>(samples: readonly Taken[]): Taken[] {
  return samples.toSorted((a, b) => a.noise - b.noise).slice(0, Math.max(1, Math.round(samples.length / 3)));
}

/** The same, merged into one sample. */
export function quietest(samples: readonly Sample[]): Sample {
  const kept = quiet(samples);
  const sum = (of: (one: Sample) => number): number => kept.reduce((total, one) => total + of(one), 0);
  return {
    count: sum((one) => one.count),
    seconds: sum((one) => one.seconds),
    server: sum((one) => one.server),
    database: sum((one) => one.database),
    noise: sum((one) => one.noise) / kept.length,
  };
}
