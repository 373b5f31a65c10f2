// Child processes: none outlives this one, and a wait for an ended one rejects.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** From now on it ends with us. */
export function withUs<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Resolves when it has ended; true when it was this signal that ended it. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<boolean> {
  if (hasEnded(child)) return false;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
  return child.signalCode === signal;
}

/** The next message of a child, as the answer to this question if there is one; rejects if the child ends first. */
export function said<Message>(child: ChildProcess, question?: string | object): Promise<Message> {
  return new Promise((resolve, reject) => {
    const hear = (message: unknown): void => {
      child.off('disconnect', miss);
      resolve(message as Message);
    };
    // Not its exit, which may be noticed before its last words.
    const miss = (): void => {
      child.off('message', hear);
      reject(new Error(`process ${child.pid} ended and said nothing`));
    };
    if (!child.connected) return miss();
    child.once('message', hear);
    child.once('disconnect', miss);
    if (question !== undefined) child.send(question, (error) => error !== null && miss());
  });
}
