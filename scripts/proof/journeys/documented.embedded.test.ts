// The documented journeys, run step by step by Redocly against a served contract; and what went over the wire, held against the contract.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPreviewService } from '../../pack/running.ts';

const root = new URL('../../../', import.meta.url);
const place = (path: string): string => fileURLToPath(new URL(path, root));

let folder: string;
let started: Awaited<ReturnType<typeof startPreviewService>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'research-documented-'));
  started = await startPreviewService(folder);
});
afterAll(async () => {
  await started.server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Output of the program, also on failure. */
async function redocly(args: readonly string[]): Promise<{ code: number; text: string }> {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [place('node_modules/@redocly/cli/bin/cli.js'), ...args],
      { env, cwd: folder },
      (error, out, err) => resolve({ code: error === null ? 0 : 1, text: out + err }),
    );
  });
}

type Drift = {
  run: { totalExchanges: number; documentedExchanges: number };
  problems: { ruleId: string; status: number }[];
};

it('pass in every step, and their traffic has nothing that the contract does not document', async () => {
  const { server, key } = started;
  const [har, drifted] = [join(folder, 'traffic.har'), join(folder, 'drift.json')];
  const inputs = ['-S', `research=${server.base}`, '-i', `key=${key}`, '-i', `requestId=${randomUUID()}`];
  const asked = await redocly(['respect', place('fixtures/journeys.arazzo.yaml'), ...inputs, '--har-output', har]);
  expect([asked.code, asked.code === 0 ? '' : asked.text]).toEqual([0, '']);
  expect(asked.text).toMatch(/Workflows: 6 passed, 6 total/);
  expect(asked.text).toMatch(/Steps: 20 passed, 20 total/);

  await redocly([
    'drift',
    har,
    '--api',
    place('generated/openapi.json'),
    '--server',
    server.base,
    '--format',
    'json',
    '-o',
    drifted,
  ]);
  const { run, problems } = JSON.parse(await readFile(drifted, 'utf8')) as Drift;
  expect([run.totalExchanges, run.documentedExchanges]).toEqual([20, 20]);
  // The one request that a journey sends without a key, to be refused.
  expect(problems.map(({ ruleId, status }) => [ruleId, status])).toEqual([['security-baseline', 401]]);
});
