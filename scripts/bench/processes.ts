// What a process costs, measured from outside: the peak memory of a command, the CPU seconds of a server and of its database sessions.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Loaded into every process of a command; at its end it leaves its peak resident memory behind, in KiB as getrusage counts it. */
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

/** The largest of a command's processes, in MiB. */
export function peakMebibytes(folder: string): number {
  const kibibytes = readdirSync(folder).map((name) => Number.parseInt(readFileSync(join(folder, name), 'utf8'), 10));
  return Math.max(0, ...kibibytes) / 1024;
}

/** CPU seconds of this process and its descendants; NaN where there is no /proc to ask. */
export function cpuSeconds(matches: (process: { pid: number; parent: number; command: string }) => boolean): number {
  const ticksPerSecond = 100;
  let ticks = Number.NaN;
  for (const name of listProcesses()) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The name in parentheses may hold spaces, so fields are counted from behind it.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
      if (!matches({ pid: Number(name), parent: Number(fields[1]), command })) continue;
      ticks = (Number.isNaN(ticks) ? 0 : ticks) + Number(fields[11]) + Number(fields[12]);
    } catch {
      // It ended between the listing and the reading.
    }
  }
  return ticks / ticksPerSecond;
}

function listProcesses(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
