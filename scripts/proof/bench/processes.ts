// Cost of a process, measured from outside: peak memory of a command, CPU seconds of a server and its database
// sessions.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listProcesses, statOf } from '../../stage/proc.ts';

/** Preloaded into every process of a command; writes its peak resident memory at exit, in KiB as getrusage counts. */
function recorder(folder: string): string {
  const code = `import { isMainThread } from 'node:worker_threads'; import { writeFileSync } from 'node:fs';
    if (isMainThread) process.on('exit', () => writeFileSync(${JSON.stringify(folder)} + '/' + process.pid, process.resourceUsage().maxRSS + ' ' + process.argv.slice(1).join(' ')));`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

export function recorded(env: NodeJS.ProcessEnv, folder: string, heapMebibytes: number): NodeJS.ProcessEnv {
  mkdirSync(folder, { recursive: true });
  const options = [env['NODE_OPTIONS'], `--max-old-space-size=${heapMebibytes}`, recorder(folder)];
  return { ...env, NODE_OPTIONS: options.filter(Boolean).join(' ') };
}

/** The largest process of a command, in MiB. */
export function peakMebibytes(folder: string): number {
  const kibibytes = readdirSync(folder).map((name) => Number.parseInt(readFileSync(join(folder, name), 'utf8'), 10));
  return Math.max(0, ...kibibytes) / 1024;
}

const ticksPerSecond = 100;

/** CPU seconds of all matching processes; NaN without /proc. */
export function cpuSeconds(matches: (process: { pid: number; parent: number }) => boolean): number {
  let nanoseconds = Number.NaN;
  for (const pid of listProcesses()) {
    const stat = statOf(pid);
    if (stat === null || !matches({ pid, parent: stat.parent })) continue;
    try {
      nanoseconds = (Number.isNaN(nanoseconds) ? 0 : nanoseconds) + threadNanoseconds(pid);
    } catch {
      // The process ended between listing and reading.
    }
  }
  return nanoseconds / 1e9;
}

/** The scheduler's count in nanoseconds: ticks of a hundredth of a second would be a whole percent of a sample. */
function threadNanoseconds(pid: number): number {
  let spent = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`))
    spent += Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10);
  return spent;
}

/** CPU nanoseconds of each session of a database, by process; the database's name is in the process title. */
function sessions(database: string): Map<number, number> {
  const spent = new Map<number, number>();
  for (const pid of listProcesses()) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (!command.startsWith('postgres:') || !command.includes(` ${database} `)) continue;
      spent.set(pid, Number.parseInt(readFileSync(`/proc/${pid}/schedstat`, 'utf8'), 10));
    } catch {
      // The process ended between listing and reading.
    }
  }
  return spent;
}

/**
 * Starts counting the CPU time of a database's sessions; the returned function gives the seconds since then, NaN
 * without /proc.
 */
export function sessionSeconds(database: string): () => number {
  const before = sessions(database);
  return () => {
    const after = sessions(database);
    if (after.size === 0) return Number.NaN;
    let nanoseconds = 0;
    for (const [pid, spent] of after) nanoseconds += spent - (before.get(pid) ?? 0);
    return nanoseconds / 1e9;
  };
}

export type MachineSeconds = {
  /** CPU seconds of all processes since the boot. */
  spent: number;
  /** CPU seconds that the host of a virtual machine gave to others; they count as spent by the waiting process. */
  stolen: number;
};

/** NaN without /proc. */
export function machineSeconds(): MachineSeconds {
  try {
    const [, ...fields] = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').split(/\s+/).map(Number);
    const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, steal = 0] = fields;
    return { spent: (user + nice + system + interrupts + soft) / ticksPerSecond, stolen: steal / ticksPerSecond };
  } catch {
    return { spent: Number.NaN, stolen: Number.NaN };
  }
}
