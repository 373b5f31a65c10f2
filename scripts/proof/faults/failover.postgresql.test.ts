// Failover from a dying primary to its standby: no acknowledged charge is lost if commits wait for the standby.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Build, frozenBuild } from '../../stage/frozen-build.ts';
import { failoverRun } from './failover.ts';

let build: Build;
const seed = 20_261_005;
/** Building takes its time on a busy machine, and so does starting servers. */
const TIME_MAX = 600_000;

beforeAll(async () => {
  build = await frozenBuild();
}, TIME_MAX);
afterAll(() => build?.remove());

describe('a failover under load', () => {
  it(
    'loses no acknowledged charge or release, answers 503 with Retry-After meanwhile, and every repetition is the same bytes',
    { timeout: TIME_MAX },
    async () => {
      const report = await failoverRun({ seed, main: build.main, design: 'synchronous', delivered: 60, lasts: 1_500 });
      const { outages, faults, ...counts } = report;
      console.info(`seed ${seed}:`, JSON.stringify({ ...counts, faults: faults.length }));
      expect(faults.slice(0, 20)).toEqual([]);
      expect(outages.map(({ name }) => name)).toEqual(['standby-lost', 'failed-over', 'old-primary']);
      const [waiting, between, fenced] = outages.map(({ statuses }) => Object.keys(statuses));
      expect(between).toEqual(['503']);
      // A commit that waits for a standby locks a balance; other calls of that account are answered as still running.
      expect([...(waiting ?? []), ...(fenced ?? [])].filter((said) => said !== '503' && said !== '409')).toEqual([]);
      expect(report.repeated).toBe(report.loaded);
      expect(report.entries).toBe(report.delivered);
      expect(report.loaded).toBeGreaterThan(200);
      expect(report.releases).toBeGreaterThan(2);
      expect(report.watermarks).toBeGreaterThan(20);
    },
  );

  it('is found to lose charges where commits do not wait for the standby', { timeout: TIME_MAX }, async () => {
    const { faults } = await failoverRun({ seed, main: build.main, design: 'lagging', delivered: 30, lasts: 500 });
    expect(faults.filter((fault) => fault.includes('told twice that it was charged')).length).toBeGreaterThan(10);
  });
});
