/** Listener of the operator's desk, next to the public one. Its modules are read only where there is a desk. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, localAddress } from '../config.ts';
import { freeAddress } from './announce.ts';
import { contractVersion } from '../contract/description.ts';
import { createHttpServer } from '../http/http-server.ts';
import type { PageContext } from '../pages/shell/context.ts';
import type { Store } from '../store/engine/engine.ts';

type DeskOptions = { store: Store; config: Config; desk: NonNullable<Config['desk']>; pages: PageContext };

export type DeskListener = { address: string; close: () => Promise<void> };

/** A large file over a slow line takes longer than any request of the public service may. */
const UPLOAD_MS_MAX = 60 * 60_000;

export async function openDesk({ store, config, desk, pages }: DeskOptions): Promise<DeskListener> {
  const [{ createDesk }, { createJobs }] = await Promise.all([import('../desk/desk.ts'), import('../desk/jobs.ts')]);
  const jobs = createJobs((cause) =>
    pages.onFailure({ requestId: randomUUID(), operation: null, page: '/jobs', cause }),
  );
  const uploads =
    config.databaseUrl === null ? join(config.dataDir, 'uploads') : join(tmpdir(), `research-uploads-${process.pid}`);
  const address = desk.port === 0 ? await freeAddress(desk) : localAddress(desk.host, desk.port);
  const context = { ...pages, baseUrl: address, publicUrl: pages.baseUrl, store, jobs, uploads };
  const app = createDesk(context);
  const { server, drain } = createHttpServer(app, { ...pages, baseUrl: address, version: contractVersion() });
  server.requestTimeout = UPLOAD_MS_MAX;
  server.listen(Number(new URL(address).port), desk.host);
  await once(server, 'listening');
  return { address, close: drain };
}
