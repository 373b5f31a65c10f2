/** Support for tests: the server as a process of its own, on the store of the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { noRateLimitsSetting } from './metering/rate-limit.ts';
import type { Store } from './store/engine.ts';
import { databaseOf } from './store/test-address.ts';

export type TestProcess = {
  child: ChildProcess;
  /** What it listens on. */
  address: string;
  /** The lines that it has printed so far. */
  printed: string[];
  /** Ends it by this signal; resolves with the exit code, null when the signal killed it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
};

export const databaseUrlOf = (store: Store): Promise<string> => databaseOf(store, inject('databaseUrl'));

/** Rejects when the process ends before it listens. */
export async function startTestProcess(env: Record<string, string>): Promise<TestProcess> {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', main], {
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'error', RATE_LIMITS: noRateLimitsSetting, ...env },
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
    async end(signal = 'SIGTERM') {
      child.kill(signal);
      const [code] = await ended;
      return code;
    },
  };
}
