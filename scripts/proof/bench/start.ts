// `npm run bench -- start`: time from the spawn of `npm start` to the first cited brief, on a new and on an existing
// store.
import { join } from 'node:path';
import { brief, settings, spawnServer, until, withTemporaryFolder } from '../../stage/running-service.ts';

const SECOND_START_SECONDS = 3;
const FIRST_START_SECONDS = 60;

/** Seconds until the printed key can read the printed address. */
async function secondsToFirstBrief(dataDir: string): Promise<{ listening: number; answered: number }> {
  const chosen = await settings({ dataDir });
  const start = performance.now();
  const elapsed = (): number => (performance.now() - start) / 1000;
  const server = spawnServer(chosen);
  try {
    const listening = await until(server, async () =>
      (await fetch(`${server.base}/v1/tickers`)).ok ? elapsed() : undefined,
    );
    const answered = await until(server, async () => {
      const key = /preview key: (\S+)/.exec(server.log())?.[1];
      const ticker = /[?&]ticker=([^&'"\s]+)/.exec(server.log())?.[1];
      if (key === undefined || ticker === undefined) return undefined;
      const { status } = await brief(server.base, key, { ticker: decodeURIComponent(ticker) });
      return status === 200 ? elapsed() : undefined;
    });
    return { listening, answered };
  } finally {
    await server.stop();
  }
}

export async function benchStart(): Promise<boolean> {
  return withTemporaryFolder(async (folder) => {
    const dataDir = join(folder, 'data');
    const first = await secondsToFirstBrief(dataDir);
    const second = await secondsToFirstBrief(dataDir);
    let passed = true;
    for (const [name, { listening, answered }, target] of [
      ['first start, new store', first, FIRST_START_SECONDS],
      ['second start, same store', second, SECOND_START_SECONDS],
    ] as const) {
      const within = answered < target;
      passed &&= within;
      const figures = `first 200 after ${listening.toFixed(2)} s, first brief after ${answered.toFixed(2)} s`;
      process.stdout.write(`${name.padEnd(26)} ${figures}, target under ${target} s: ${within ? 'pass' : 'FAIL'}\n`);
    }
    return passed;
  });
}
