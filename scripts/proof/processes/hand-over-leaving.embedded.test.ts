// A client that handed over a command to a server, and disconnects before it is done.
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Build, frozenBuild } from '../../stage/frozen-build.ts';
import { statement } from '../../../server/ingest/testing/loading.ts';
import { type ServiceProcess, startService } from '../../stage/service-process.ts';
import { handOver } from '../../../server/admin/keeping/hand-over.ts';

let build: Build;
let folder: string;
let server: ServiceProcess;
beforeAll(async () => {
  [build, folder] = await Promise.all([frozenBuild(), mkdtemp(join(tmpdir(), 'leaving-'))]);
  server = await startService({ args: [build.main], env: { DATA_DIR: join(folder, 'data') } });
});
afterAll(async () => {
  await server?.end('SIGKILL');
  await build?.remove();
  await rm(folder, { recursive: true, force: true });
});

it('a server goes on when whoever asked for an import has gone', async () => {
  const path = join(folder, 'statements.ndjson');
  const records = Array.from({ length: 5_000 }, (_, at) => `${JSON.stringify(statement(`s:${at}`))}\n`);
  await writeFile(path, records.join(''));
  const client = createConnection(join(folder, 'data', 'admin.sock'));
  client.write(`${JSON.stringify({ command: 'import-statements', argv: [path] })}\n`);
  await once(client, 'data');
  client.destroy();
  // Commands wait for one another: this one is answered when the import is done.
  const again = { command: 'import-statements', argv: [path, '--json'] };
  const { exit, stdout } = (await handOver(join(folder, 'data'), again, () => undefined)) ?? { exit: null, stdout: '' };
  expect(exit).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ files: [{ records: { statement: { new: 0, same: 5_000 } } }] });
  expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
  expect(server.child.exitCode).toBeNull();
});
