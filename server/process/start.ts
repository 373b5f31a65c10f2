/** Composition root of one serving process: preview corpus, app, server, metrics, and their shutdown. */
import cluster from 'node:cluster';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import type { NoteEvent } from '../access/security-events.ts';
import { makeKey } from '../access/keys.ts';
import { announce, atFreeAddress } from './announce.ts';
import { createApp } from '../app.ts';
import { localAddress } from '../config.ts';
import type { Config } from '../config.ts';
import { reportConnections } from './connections.ts';
import { growForBursts } from './heap.ts';
import { handOver, readChatsDoor } from './later-modules.ts';
import { limits } from '../contract/limits.ts';
import type { Failure } from '../http/serve.ts';
import { createHttpServer } from '../http/http-server.ts';
import { recordSchemas } from '../ingest/records/record-schemas.ts';
import { beginPublicLog } from './public-log.ts';
import { loadPreviewCorpus, previewCorpus } from '../ingest/release/preview-corpus.ts';
import { boundCaches } from '../memory/caches.ts';
import { cachesBytesMax, switchOff } from '../memory/remembered.ts';
import type { Logger } from '../observe/log.ts';
import { type Sender, startSender } from '../mail/sender.ts';
import { createTransport } from '../mail/transport.ts';
import { type Site, openSite, siteOnceBuilt } from '../pages/docs/site.ts';
import type { PageContext } from '../pages/shell/context.ts';
import { openDesk } from './desk-listener.ts';
import { createMetrics, handOverMetrics, serveMetrics } from '../observe/metrics.ts';
import type { Metrics } from '../observe/metrics.ts';
import { serviceClock } from './service-clock.ts';
import { feedReader } from '../reads/feeds.ts';
import { notPaced, sharedLimiter } from './shared-limits.ts';
import { createServing } from './serving.ts';
import type { Limiter } from '../metering/limits/rate-limit.ts';
import { readHead, researchAge } from '../store/known/clock.ts';
import { poolsOf } from '../store/engine/engine.ts';
import type { Store } from '../store/engine/engine.ts';
import { StoreUnavailable } from '../store/engine/failures.ts';
import { insertKey, revokeKeysMadeBy } from '../store/people/keys.ts';
import { tidy } from '../store/keeping/retention.ts';

const elapsed = (): number => performance.now();

export interface RunningServer {
  readonly address: string;
  /** Finishes requests in progress, then closes the store. */
  readonly stop: () => Promise<void>;
}

/** Logs of failures and of answers. */
export interface Logs {
  readonly log: Logger;
  readonly requests: Logger;
}

/**
 * Takes ownership of the store: it is closed after the stop, or at once if the start fails. The documentation may be
 * built until `built` resolves.
 */
export async function start(
  store: Store,
  config: Config,
  logs: Logs,
  built?: Promise<unknown>,
): Promise<RunningServer> {
  const { log } = logs;
  boundCaches(config.cachesBytesMax);
  switchOff(config.cachesOff);
  if (store.poolMode !== 'direct') log.info({ pool_mode: store.poolMode }, 'the database is behind a pooler');
  try {
    await loadResearch(store, built);
    const onFailure = (error: unknown): void => log.debug({ err: error }, 'the clock was not set; it goes on');
    const { now, stop: stopClock } = await serviceClock({ db: store.accounts, elapsed, onFailure });
    const key = await startKey(store, config, now());
    const readFeeds = feedReader();
    const metrics = createMetrics({
      researchAge: () => researchAge(store.db),
      feeds: () => readFeeds(store.db, now()),
      pools: () => poolsOf(store),
      now,
      elapsed,
    });
    const { limiter, stop: stopPacing } = sharedLimiter(store, { elapsed, onFailure: notPaced(log) });
    const listens = { ...logs, store, config, metrics, now, limiter, built };
    const begin = (baseUrl: string): Promise<ListeningServer> => listen({ ...listens, baseUrl });
    const { address, drain, pages, appended } =
      config.port === 0 && config.baseUrl === null
        ? await atFreeAddress(config, begin)
        : await begin(config.baseUrl ?? localAddress(config.host, config.port));
    const measured = await metricsListener(config, metrics);
    const desk = config.desk === null ? null : await openDesk({ ...listens, desk: config.desk, pages });
    const stopReading = readChatsDoor(log);
    const stopTidying = tidyEveryHour(store, log, () => metrics.tidied(now()));
    // A shared store takes the operator's commands itself; the embedded one only through the process that holds it.
    const commanded = {
      store,
      now,
      randomBytes,
      baseUrl: address,
      mails: config.smtp !== null,
      approvals: config.approvals,
    };
    const admin = store.engine === 'embedded' ? await handOver(config.dataDir, commanded) : null;
    log.info({ bytes_max: cachesBytesMax(), off: config.cachesOff }, 'the caches of this process are bounded');
    // With several workers, their primary has reported it.
    if (cluster.isPrimary) await reportConnections(store, 1, log);
    growForBursts();
    if (cluster.isPrimary) announce(address, { key, metrics: measured?.address ?? null, desk: desk?.address ?? null });
    return {
      address,
      stop: async () => {
        stopReading();
        stopTidying();
        stopPacing();
        stopClock();
        await appended;
        const [isDone = true] = await Promise.all([admin?.close(), desk?.close(), drain()]);
        measured?.close();
        const closing = store.close();
        // Closing waits for a command's transaction. The process ends without it, and the next start rolls that back.
        await (isDone ? closing : Promise.race([closing, after(limits.close_ms)]));
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Nothing is served if the build has failed during the load. */
async function loadResearch(store: Store, built?: Promise<unknown>): Promise<void> {
  await loadPreviewCorpus(store, previewCorpus);
  await Promise.race([built, null]);
}

/**
 * A laptop gets a fresh preview key at each start, and the previous one is revoked. For a shared store the operator
 * makes keys.
 */
async function startKey(store: Store, config: Config, at: string): Promise<string | null> {
  if (config.production || store.engine !== 'embedded') return null;
  const { key, ...made } = makeKey('preview', randomBytes);
  await revokeKeysMadeBy(store.db, 'start', at);
  await insertKey(store.db, { ...made, name: 'made by npm start', madeBy: 'start', workspaceId: null, now: at });
  return key;
}

interface ListeningServer {
  readonly address: string;
  readonly pages: PageContext;
  readonly drain: () => Promise<void>;
  /** Resolves when the public log has each release from before this start. */
  readonly appended: Promise<void>;
}

interface Listens extends Logs {
  readonly store: Store;
  readonly config: Config;
  readonly metrics: Metrics;
  readonly now: () => string;
  readonly limiter: Limiter | undefined;
  readonly built: Promise<unknown> | undefined;
  readonly baseUrl: string;
}

async function listen({
  store,
  config,
  log,
  requests,
  metrics,
  now,
  limiter,
  built,
  baseUrl,
}: Listens): Promise<ListeningServer> {
  const onFailure = (failure: Failure): void => {
    metrics.failed(failure);
    logFailure(log, failure);
  };
  const mail = mailSender({ store, config, log, now, baseUrl });
  const serving = createServing({
    store,
    baseUrl,
    now,
    elapsed,
    rateLimits: config.rateLimits,
    limiter,
    onFailure,
    observed: metrics,
    onUnfit: ({ list, id, cause }) =>
      log.error({ list, id, reason: cause.message }, 'a record does not fit the contract and is left out'),
    onReplica: (pauseMs) => {
      if (pauseMs === null) log.info('the replica answers again');
      else log.warn({ pauseMs }, 'the replica does not answer; research is read from the primary');
    },
    onServed: (served) => {
      metrics.served(served);
      requests.info(served, 'served');
    },
  });
  let isDraining = false;
  const onEvent: NoteEvent = (event) => {
    metrics.noted(event);
    log.info(event, 'security');
  };
  const pages = { ...serving, ...pageSettings({ store, config, now }), wakeMail: mail?.wake ?? null, onEvent };
  const app = await createApp({
    ...serving,
    onUnrouted: metrics.unrouted,
    pages,
    process: {
      isReady: async () => !isDraining && (await readHead(store.accounts, 'preview')) !== null,
      documentation: built ? siteOnceBuilt(built.then(() => documentation(baseUrl))) : await documentation(baseUrl),
      recordSchemas,
    },
  });
  const { server, drain } = createHttpServer(app, { ...serving, now, onRefused: metrics.unrouted });
  // Before the first request: a failure here closes the store, which no answer may be using.
  const { appended } = await beginPublicLog(store, { baseUrl, given: config.logSigningKey, log });
  server.listen(config.port === 0 ? Number(new URL(baseUrl).port) : config.port, config.host);
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    isDraining = true;
    serving.watch.close();
    await Promise.all([drain(), mail?.stop()]);
  };
  return { address: baseUrl, drain: stop, pages, appended };
}

function pageSettings({ store, config, now }: Pick<Listens, 'store' | 'config' | 'now'>) {
  const { rateLimits, payments, upstream, signUp } = config;
  return { db: store.accounts, now, randomBytes, rateLimits, payments, upstream, signUp };
}

/** Sends the mails of this process and those left by others; null if no mail server is configured. */
function mailSender({
  store,
  config,
  log,
  now,
  baseUrl,
}: Omit<Listens, 'requests' | 'metrics' | 'limiter' | 'built'>): Sender | null {
  const { smtp, signUp } = config;
  if (smtp === null) return null;
  return startSender({
    db: store.accounts,
    transport: createTransport(smtp),
    baseUrl,
    isSignUpOpen: signUp === 'open',
    now,
    randomBytes,
    onReport: (report) =>
      log[report.outcome === 'sent' || report.outcome === 'nothing-to-send' ? 'info' : 'warn'](report, 'mail'),
    onFailure: (error) => log.warn({ err: error }, 'the outbox cannot be read; it is tried again'),
  });
}

/** The primary of several workers serves the metrics of all; a worker only hands its own over. */
async function metricsListener({ host, metricsPort }: Config, { registry }: Metrics) {
  if (cluster.isWorker) handOverMetrics(registry);
  return cluster.isWorker || metricsPort === null ? null : serveMetrics({ host, port: metricsPort }, registry);
}

const TIDY_MS = 60 * 60_000;

/** Deletes expired rows, whichever server notices first. */
function tidyEveryHour(store: Store, log: Logger, onTidied: () => void): () => void {
  const tidyNow = (): void => {
    // The rows may be more than a question's time limit can read.
    store
      .patiently((db) => tidy(db))
      .then(
        (tidied) => {
          onTidied();
          log.debug(tidied, 'tidied');
        },
        (error: unknown) => log.warn({ err: error }, 'tidying failed; the next hour tries again'),
      );
  };
  const timer = setInterval(tidyNow, TIDY_MS).unref();
  return () => clearInterval(timer);
}

/** A store that does not answer fails every request alike: one line for each, without a stack. */
function logFailure(log: Logger, { cause, ...asked }: Failure): void {
  if (cause instanceof StoreUnavailable) {
    const why = cause.cause instanceof Error ? cause.cause.message : cause.message;
    log.warn({ ...asked, why }, 'the store is not available');
  } else log.error({ ...asked, err: cause }, 'a request failed');
}

/** In a folder next to the build, or inside it. */
async function documentation(baseUrl: string): Promise<Site | null> {
  const beside = await openSite(new URL('../../docs/', import.meta.url), baseUrl);
  return beside ?? openSite(new URL('../../.build/docs/', import.meta.url), baseUrl);
}
