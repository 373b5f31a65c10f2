/** The composition root: configuration, store, preview corpus, app, server, and how all of it stops. */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createAuthorise } from './access/authorise.ts';
import { makeKey } from './access/keys.ts';
import { serveAdmin } from './admin/hand-over.ts';
import { createAnswers } from './answers/answers.ts';
import { createApp } from './app.ts';
import { ConfigError, localAddress, readConfig } from './config.ts';
import type { Config } from './config.ts';
import { contract, servedOperations } from './contract/description.ts';
import { compileAnswers } from './contract/documents-validator.ts';
import { ProblemError } from './contract/problems.ts';
import type { Failure } from './contract/serve.ts';
import { createHttpServer } from './http-server.ts';
import { recordSchemas } from './ingest/record-schemas.ts';
import { loadPreviewCorpus } from './ingest/preview-corpus.ts';
import { createLog } from './log.ts';
import type { Logger } from './log.ts';
import { readHead } from './store/clock.ts';
import { openStore } from './store/engine.ts';
import type { Store } from './store/engine.ts';
import { StoreUnavailable, storeFailure } from './store/failures.ts';
import { findKeyByHash, insertKey, revokeKeysMadeBy } from './store/keys.ts';

const now = (): string => new Date().toISOString();

export interface Running {
  readonly address: string;
  /** Rejects when the contract turns out to be broken where it says what is answered; otherwise stays pending. */
  readonly broken: Promise<never>;
  /** Ends what runs, then closes the store. */
  readonly stop: () => Promise<void>;
}

export async function start(config: Config, log: Logger): Promise<Running> {
  const store = await openStore(
    config.databaseUrl === null ? { dataDir: config.dataDir } : { databaseUrl: config.databaseUrl },
  );
  try {
    await loadPreviewCorpus(store, fileURLToPath(new URL('../fixtures/preview/', import.meta.url)));
    const key = await startKey(store, config);
    const { address, drain } = await listen(store, config, log);
    // A shared store takes the operator's commands itself; the embedded one only through the process that holds it.
    const admin = store.engine === 'embedded' ? await serveAdmin(config.dataDir, { store, now, randomBytes }) : null;
    announce(address, key);
    const broken = compileAnswers(servedOperations()).then(() => new Promise<never>(() => undefined));
    return {
      broken,
      address,
      stop: async () => {
        await Promise.all([drain(), admin?.close()]);
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * A laptop gets a fresh preview key with each start, and last start's dies with it: nobody has to keep it. Where the
 * store is shared, the operator makes keys.
 */
async function startKey(store: Store, config: Config): Promise<string | null> {
  if (config.production || store.engine !== 'embedded') return null;
  const { key, ...made } = makeKey('preview', randomBytes);
  const at = now();
  await revokeKeysMadeBy(store.db, 'start', at);
  await insertKey(store.db, { ...made, name: 'made by npm start', madeBy: 'start', now: at });
  return key;
}

interface Listening {
  readonly address: string;
  readonly drain: () => Promise<void>;
}

async function listen(store: Store, config: Config, log: Logger): Promise<Listening> {
  const address = config.baseUrl ?? localAddress(config.host, config.port);
  // With port 0 the address is only known once the server listens, and the app needs it before.
  const baseUrl = config.port === 0 && config.baseUrl === null ? await freeAddress(config) : address;
  const answers = createAnswers({ store, baseUrl, now });
  const app = await createApp({
    answers,
    authorise: createAuthorise((sha256) => findKeyByHash(store.db, sha256)),
    baseUrl,
    newRequestId: randomUUID,
    asProblem: storeProblem,
    onFailure: (failure) => logFailure(log, failure),
    process: {
      isReady: async () => (await readHead(store.db, 'preview')) !== null,
      documentation: await documentation(),
      recordSchemas,
    },
  });
  const version = (contract()['info'] as { version: string }).version;
  const { server, drain } = createHttpServer(app, { baseUrl, version, newRequestId: randomUUID });
  server.listen(config.port === 0 ? Number(new URL(baseUrl).port) : config.port, config.host);
  await once(server, 'listening');
  return { address: baseUrl, drain };
}

async function freeAddress(config: Config): Promise<string> {
  const { createServer } = await import('node:net');
  const probe = createServer().listen(0, config.host);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return localAddress(config.host, port);
}

/** A store that cannot be reached is not a failure of ours to hide behind a 500: the client waits and tries again. */
function storeProblem(thrown: unknown): ProblemError | null {
  const failure = storeFailure(thrown);
  if (!(failure instanceof StoreUnavailable)) return null;
  return new ProblemError('unavailable', { headers: { 'Retry-After': '2' }, cause: failure });
}

function logFailure(log: Logger, { requestId, operation, cause }: Failure): void {
  log.error({ requestId, operation, err: cause }, 'a request failed');
}

/** Beside the build, or in it. */
async function documentation(): Promise<Uint8Array | null> {
  for (const place of ['../docs/index.html', '../.build/docs/index.html']) {
    const found = await readFile(new URL(place, import.meta.url)).catch(() => null);
    if (found !== null) return found;
  }
  return null;
}

/** What a newcomer needs, and another program can read, one a line. */
function announce(address: string, key: string | null): void {
  process.stdout.write(`listening on ${address}\n`);
  if (key === null) return;
  process.stdout.write(`preview key: ${key}\n`);
  process.stdout.write(`curl -s -H 'Authorization: Bearer ${key}' '${address}/v1/brief?ticker=NWTB'\n`);
}

/** Runs until a signal; resolves with the exit code. */
export async function main(): Promise<number> {
  try {
    const config = readConfig();
    const log = createLog(config.logLevel);
    const running = await start(config, log);
    try {
      const [signal] = await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT'), running.broken]);
      log.info({ signal: String(signal) }, 'stopping');
    } finally {
      await running.stop();
    }
    return 0;
  } catch (error) {
    process.stderr.write(`${reason(error)}\n`);
    return error instanceof ConfigError ? 2 : 1;
  }
}

function reason(error: unknown): string {
  if (error instanceof ConfigError) return error.message;
  return error instanceof Error ? `the server could not start: ${error.stack ?? error.message}` : String(error);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exit(await main());
}
