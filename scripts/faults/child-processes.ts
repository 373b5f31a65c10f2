// The children of a process that was killed: found in /proc, ended too, and waited for. Where there is no /proc they end by themselves.
import { readFileSync, readdirSync } from 'node:fs';

type Stat = { state: string; parent: number };

export function childrenOf(parent: number | undefined): number[] {
  return listProcesses().filter((pid) => statOf(pid)?.parent === parent);
}

/** Resolves when none of them runs any more. */
export async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) kill(pid);
  while (pids.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** A zombie has ended, whether or not anybody asks how. */
function isRunning(pid: number): boolean {
  const stat = statOf(pid);
  return stat !== null && stat.state !== 'Z' && stat.state !== 'X';
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended between the listing and now.
  }
}

/** The name in parentheses may hold spaces, so fields are counted from behind it. */
function statOf(pid: number): Stat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return null;
  }
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
