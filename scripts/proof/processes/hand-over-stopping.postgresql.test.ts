// A server that is stopped while an operator's command waits in vain.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { frozenBuild } from '../../stage/frozen-build.ts';
import { databaseUrlOf, openTestStore } from '../../../server/store/testing/store.ts';
import { startService } from '../../stage/service-process.ts';
import { handOver } from '../../../server/admin/keeping/hand-over.ts';

const silent = (): void => undefined;

it('SIGTERM ends it all the same, and the next start finds the store as it was', async () => {
  const [build, target] = await Promise.all([frozenBuild(), openTestStore()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'stopping-'));
  const server = await startService({ args: [build.main], env: { DATA_DIR: dataDir } });
  const lock = await target.db.transaction();
  try {
    await lock.raw('lock table release');
    const asked = handOver(dataDir, { command: 'migrate-to', argv: [await databaseUrlOf(target)] }, silent);
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while ((await target.db.raw(waiting)).rows.length === 0) await setImmediate();
    expect(await server.end()).toBe(0);
    expect(await asked).toMatchObject({ exit: 3, stderr: expect.stringContaining('the server stopped before') });
  } finally {
    await lock.rollback();
    await server.end('SIGKILL');
    await target.close();
  }
  const again = await startService({ args: [build.main], env: { DATA_DIR: dataDir } });
  expect(await handOver(dataDir, { command: 'list-keys', argv: ['--json'] }, silent)).toMatchObject({ exit: 0 });
  expect(await again.end()).toBe(0);
  await rm(dataDir, { recursive: true, force: true });
  await build.remove();
});
