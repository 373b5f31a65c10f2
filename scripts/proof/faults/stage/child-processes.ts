// Children of a killed process: found in /proc, killed, and awaited. Without /proc they end by themselves.
import { setTimeout } from 'node:timers/promises';
import { isRunning, listProcesses, statOf } from '../../../stage/proc.ts';

export function childrenOf(parent: number | undefined): number[] {
  return listProcesses().filter((pid) => statOf(pid)?.parent === parent);
}

/** Resolves when none of them runs any more. */
export async function killAll(pids: readonly number[]): Promise<void> {
  for (const pid of pids) kill(pid);
  while (pids.some(isRunning)) await setTimeout(5);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended between the listing and now.
  }
}
