/** Test support: the server as a separate process, on the store of the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import { noRateLimitsSetting } from '../metering/testing/rate-limits.ts';
import type { Store } from '../store/engine/engine.ts';
import { databaseOf } from '../store/testing/address.ts';
import { freePort } from './port.ts';

export type TestProcess = {
  child: ChildProcess;
  /** Listening address. */
  address: string;
  /** The lines printed so far. */
  printed: string[];
  /** The rest of a printed line after these words; waits for it, because some lines follow the start. */
  printedAfter(words: string): Promise<string>;
  /** Ends it with this signal; resolves with the exit code, or null if the signal killed it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
};

export const databaseUrlOf = (store: Store): Promise<string> => databaseOf(store, inject('databaseUrl'));

/** `main` is the entry point of a build. Rejects if the process ends before it listens. */
export async function startTestProcess(main: string, env: Record<string, string>): Promise<TestProcess> {
  const own = { PATH: process.env['PATH'], LOG_LEVEL: 'error', RATE_LIMITS: noRateLimitsSetting };
  const child = spawn(process.execPath, [main], {
    env: { ...own, PORT: String(await freePort()), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: string[] = [];
  let rest = '';
  const listening = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const lines = `${rest}${chunk.toString()}`.split('\n');
      rest = lines.pop() ?? '';
      printed.push(...lines);
      const address = lines.find((line) => line.startsWith('listening on '))?.slice('listening on '.length);
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened`)));
  });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  return {
    child,
    address: await listening,
    printed,
    async printedAfter(words) {
      for (;;) {
        const line = printed.find((one) => one.startsWith(words));
        if (line !== undefined) return line.slice(words.length);
        if (child.exitCode !== null) throw new Error(`the server ended and never printed “${words}”`);
        await setTimeout(10);
      }
    },
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
