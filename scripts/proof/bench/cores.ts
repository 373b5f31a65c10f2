// Separate cores for the measured servers and for all other processes, where taskset exists.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Core lists in the format of taskset. */
export type Cores = { server: string; others: string };

/** A list such as `0-2,5`, as Linux writes it. */
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
 * One core for the measured server; the rest for questions, the database and this process with its children. Null
 * without a second core or taskset: then all processes share the machine.
 */
export function separateCores(): Cores | null {
  const [server, ...others] = allowed();
  if (server === undefined || others.length === 0) return null;
  const cores = { server: String(server), others: others.join(',') };
  return pin(process.pid, cores.others) ? cores : null;
}

/** Applies to all threads of a process. */
export function pin(pid: number, cores: string): boolean {
  return spawnSync('taskset', ['-a', '-p', '-c', cores, String(pid)], { stdio: 'ignore' }).status === 0;
}
