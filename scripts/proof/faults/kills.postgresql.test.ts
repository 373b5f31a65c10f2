// Ledger after kills of servers and database under load: each delivered answer is charged exactly once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crashable, startServer } from '../../stage/test-postgres.ts';
import { type Build, frozenBuild } from '../../stage/frozen-build.ts';
import { type KillReport, killRun } from './kills.ts';

let build: Build;
let postgres: Crashable;
const seed = 20_261_005;
/** Starting a server takes a processor for a second: on a busy machine twenty of them take their time. `npm run drill -- faults` kills a thousand. */
const TIME_MAX = 600_000;

beforeAll(async () => {
  [build, postgres] = await Promise.all([frozenBuild(), startServer({ durable: true })]);
}, TIME_MAX);
afterAll(async () => {
  await postgres?.stop();
  await build?.remove();
});

describe('16 kills of servers and 6 of PostgreSQL under load', () => {
  it(
    'lose no credit, charge nothing twice, give nothing away, and every repetition is the same bytes',
    { timeout: TIME_MAX },
    async () => {
      const plan = { seed, serverKills: 16, postgresKills: 6, clients: 12, pauseMs: 20 };
      const report: KillReport = await killRun(plan, build.main, postgres);
      console.info(`seed ${seed}:`, JSON.stringify({ ...report, faults: report.faults.length }));
      expect(report.faults.slice(0, 20)).toEqual([]);
      expect([report.serverKills, report.postgresKills]).toEqual([16, 6]);
      expect(report.delivered).toBeGreaterThanOrEqual(90);
      expect(report.refused).toBeGreaterThan(5);
      expect(report.repeated).toBe(report.delivered);
      expect(report.entries).toBe(report.delivered);
    },
  );
});
