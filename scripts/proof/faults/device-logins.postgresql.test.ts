// Device logins under kills: no key is delivered twice, none is stored in plain text, and slow_down persists.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDeviceCode, makeUserCode } from '../../../server/access/devices/device-codes.ts';
import { makeKey } from '../../../server/access/keys.ts';
import { openStore } from '../../../server/store/engine/engine.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { type Crashable, startServer } from '../../stage/test-postgres.ts';
import { type Build, frozenBuild } from '../../stage/frozen-build.ts';
import { type LoginReport, loginRun } from './device-logins.ts';
import { searchFolder } from './secrets-at-rest.ts';
import type { ServerProcess } from './stage/server-process.ts';
import { startProcesses } from './stage/world.ts';

let build: Build;
let postgres: Crashable;
let store: Store;
let processes: ServerProcess[] = [];
let report: LoginReport;

const plan = { seed: 20_261_005, flows: 200, pollers: 4, kills: 12 };
const TIME_MAX = 600_000;

beforeAll(async () => {
  [build, postgres] = await Promise.all([frozenBuild(), startServer()]);
  store = await openStore({ databaseUrl: postgres.url });
  processes = await startProcesses(build.main, postgres.url, 2);
}, TIME_MAX);
afterAll(async () => {
  await Promise.all(processes.map((one) => one.kill()));
  await store?.close();
  await postgres?.stop();
  await build?.remove();
});

describe('200 device logins, each polled by four at once, over servers that are killed', () => {
  it(
    'deliver no key twice, none to who was denied, and only keys that are kept; intervals grow and stay [SPEC-S2] [SPEC-S3] [SPEC-S6] [SPEC-L7]',
    { timeout: TIME_MAX },
    async () => {
      report = await loginRun(plan, store, processes);
      const { secrets, faults, ...counts } = report;
      console.info(`seed ${plan.seed}:`, JSON.stringify({ ...counts, faults: faults.length }));
      expect(faults.slice(0, 20)).toEqual([]);
      expect([report.kills, report.denied, report.delivered + report.lost]).toEqual([12, 20, 180]);
      // A kill loses what it hits: at most one delivery of each login then under way.
      expect(report.lost).toBeLessThan(60);
      expect(report.slowed).toBeGreaterThan(500);
      expect(secrets.size).toBe(400 + report.delivered);
    },
  );

  it('leave no device code, user code or key in the files of the database, its log of changes included [SPEC-A2]', async () => {
    await store.db.raw('checkpoint');
    const { rows } = await store.db.raw('show data_directory');
    const folder = (rows as { data_directory: string }[])[0]?.data_directory ?? '';
    const { found, canaries, files, bytes } = searchFolder(folder, report.secrets, /canary-\d+/g);
    expect(found).toEqual([]);
    // The names of the devices stand in the table, in the keys, and in the log.
    expect(canaries).toBeGreaterThan(2 * plan.flows);
    expect([files > 500, bytes > 16 * 2 ** 20]).toEqual([true, true]);
  });
});

describe('the search for secrets', () => {
  it('finds each kind of them, with and without what is around the random part', () => {
    const folder = mkdtempSync(join(tmpdir(), 'research-search-'));
    const [deviceCode, userCode, { key }] = [
      makeDeviceCode(randomBytes),
      makeUserCode(randomBytes),
      makeKey('live', randomBytes),
    ];
    const places = [deviceCode, userCode, key, key.slice(8, 51), userCode.replaceAll('-', ''), `x${deviceCode}x`];
    places.forEach((text, index) => writeFileSync(join(folder, String(index)), `\u0000\u0001${text}\u0000`, 'latin1'));
    const searched = searchFolder(folder, new Set([deviceCode, userCode, key]), /canary/g);
    rmSync(folder, { recursive: true });
    expect([searched.files, searched.found.length]).toEqual([6, 6]);
  });
});
