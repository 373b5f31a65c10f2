// Which cores the measured servers get and which everything else does, where the system lets us choose (taskset).
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Lists as taskset takes them. */
export type Cores = { server: string; others: string };

/** `0-2,5` as Linux writes it. */
export function coresOf(list: string): number[] {
  const parts = list === '' ? [] : list.split(',');
  return parts.flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

function allowed(): number[] {
  try {
    return coresOf(/^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '');
  } catch {
    return [];
  }
}

/**
 * One core for the server that is measured; the rest for the questions, the database and this process, whose children
 * inherit it. Null where there is no second core or no taskset: then they all share what there is.
 */
export function separateCores(): Cores | null {
  const [server, ...others] = allowed();
  if (server === undefined || others.length === 0) return null;
  const cores = { server: String(server), others: others.join(',') };
  return pin(process.pid, cores.others) ? cores : null;
}

/** All threads of a process. */
export function pin(pid: number, cores: string): boolean {
  return spawnSync('taskset', ['-a', '-p', '-c', cores, String(pid)], { stdio: 'ignore' }).status === 0;
}
