/** Test support for the HTTP surface: an app over fake answers on a free port, and a client for any request. */
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createApp } from '../app.ts';
import type { AppOptions } from '../app.ts';
import { createHttpServer } from '../http/http-server.ts';
import { recordSchemas } from '../ingest/records/record-schemas.ts';
import type { Answers } from '../answers/answers.ts';
import type { PublicLog } from '../answers/public-log.ts';
import { releaseWatch } from '../answers/release-watch.ts';
import type { DeviceLogin } from '../access/devices/device-login.ts';
import type { Access } from '../contract/credential.ts';
import type { Deliver } from '../contract/metered.ts';
import type { Accounts } from '../metering/credit/accounts.ts';
import { slots } from '../metering/limits/slots.ts';
import { standingOf } from '../metering/limits/standing.ts';
import { ProblemError } from '../contract/problems.ts';
import { contract } from '../contract/description.ts';
import type { Json } from '../contract/description.ts';
import { digestOf } from '../http/respond.ts';
import type { Failure } from '../http/serve.ts';
import type { Site } from '../pages/docs/site.ts';

export const baseUrl = 'https://research.test';
export const liveKey = 'Bearer live';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface HttpRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

const documents = (contract()['components'] as { examples: Record<string, { value: { as_of: string } }> }).examples;

export function exampleAnswer(name: string) {
  const bytes = Buffer.from(JSON.stringify(documents[name]?.value));
  return { bytes, sha256: digestOf(bytes), asOf: documents[name]?.value.as_of ?? '' };
}

const madeUpHead = { version: 3, watermark: '2026-10-05T20:00:00.000Z', removals: 0 };
const tickers = Buffer.from(JSON.stringify({ as_of: '1970-01-01T00:00:00.000Z', mode: 'live', tickers: [] }));

/** Answers from the contract's examples; ZZZZ is not covered, FAIL fails. */
export const madeUp: Answers = {
  brief: async (_collection, { ticker }) => {
    if (ticker === 'ZZZZ') throw new ProblemError('not-covered');
    if (ticker === 'FAIL') throw new Error('column "secret" does not exist');
    return exampleAnswer('BriefOverview');
  },
  belief: async () => exampleAnswer('BeliefDetail'),
  beliefs: async () => exampleAnswer('BeliefsPage'),
  sources: async () => exampleAnswer('SourcesPage'),
  source: async () => exampleAnswer('SourceDetail'),
  evidenceOfSource: async () => exampleAnswer('EvidencePage'),
  evidence: async () => exampleAnswer('EvidenceDetail'),
  changes: async () => exampleAnswer('ChangesPage'),
  tickers: async () => ({ bytes: tickers, sha256: digestOf(tickers), asOf: '1970-01-01T00:00:00.000Z' }),
  releases: async () => exampleAnswer('ReleasesPage'),
  releasesFeed: async () => ({ ...exampleAnswer('ReleasesPage'), bytes: Buffer.from('<feed/>') }),
  publicCollection: async () => 'preview',
  head: async (collection) => ({ ...madeUpHead, collection }),
  settledHead: (collection) => ({ ...madeUpHead, collection }),
};

/** Keys of the tests: `Bearer live` is valid, all others are not. */
const access: Access = {
  credential: (authorization) => {
    if (authorization === liveKey) return { keySha256: Buffer.from('live'), collection: 'live' };
    throw new ProblemError('unauthorized', { headers: { 'WWW-Authenticate': 'Bearer realm="research"' } });
  },
  identify: async () => ({ keyId: 'key_1', collection: 'live', accountId: 'ws_1' }),
};

/** Every call can be paid, and nothing is replayed. */
const deliver: Deliver = async ({ build, conditionOf }) => {
  const answer = await build();
  const condition = conditionOf?.(answer) ?? 'met';
  if (condition === 'failed') throw new ProblemError('precondition-failed');
  return {
    answer,
    notModified: condition === 'unchanged',
    charge: 1,
    remaining: 41,
    replayed: false,
    keyId: 'key_1',
  };
};

const accounts: Accounts = {
  standing: async () => ({
    standing: standingOf(null),
    checkoutUrl: `${baseUrl}/subscribe?access=required&source=status`,
  }),
  receipt: async () => null,
  receipts: async () => [],
};

/** Device logins need a store: these requests are refused before they reach it. */
const noDeviceLogin: DeviceLogin = {
  start: () => Promise.reject(new Error('no device login is made up')),
  isKnown: async () => false,
  poll: async () => null,
};

const madeUpEntry = { file: 'docs', type: 'text/html; charset=utf-8', isAddressed: false, isCompressed: false };
/** One page, as if the documentation were built. */
const madeUpSite: Site = {
  has: (path) => path === '/docs',
  find: async (path) => {
    const bytes = Buffer.from('<!doctype html><title>docs</title>');
    const entry = { ...madeUpEntry, path, isForEver: false, isReference: false };
    return path === '/docs' ? { entry, bytes, sha256: digestOf(bytes), coded: async () => bytes } : null;
  },
};

/** A log without a release. */
const emptyLog: PublicLog = {
  checkpoint: () => Promise.reject(new ProblemError('no-such-record')),
  tile: () => Promise.reject(new ProblemError('no-such-record')),
  keys: async () => ({ origin: null, prefix: `${baseUrl}/log`, keys: [], witnesses: [] }),
  openings: () => Promise.reject(new ProblemError('no-such-record')),
  views: async () => [],
  headerAt: async () => null,
};

const madeUpLimits = { 'RateLimit-Policy': '"burst";q=10;w=1', RateLimit: '"burst";r=9;t=1' };

export interface TestServer {
  readonly port: number;
  readonly failures: Failure[];
  ask(path: string, asking?: HttpRequest): Promise<HttpAnswer>;
  /** Sends bytes unchanged and returns all bytes until the connection ends. */
  raw(bytes: string): Promise<string>;
  close(): Promise<void>;
}

export async function startTestServer(changes: Partial<AppOptions> = {}): Promise<TestServer> {
  const failures: Failure[] = [];
  let ids = 0;
  const newRequestId = (): string => `made-${(ids += 1)}`;
  const app = await createApp({
    answers: madeUp,
    watch: releaseWatch({ read: madeUp.head, elapsed: () => performance.now() }),
    accounts,
    receipts: async () => ({ data: { receipts: [] }, pagination: { next_cursor: null, next_page_url: null } }),
    access,
    deviceAccess: { credential: () => null, isKnown: async () => false },
    countedAs: (keySha256) => ({ subject: keySha256.toString('base64') }),
    countedAccount: (accountId) => ({ subject: accountId }),
    deviceLogin: noDeviceLogin,
    log: emptyLog,
    findGrant: async () => null,
    redirectUris: async () => [],
    deliver,
    limit: () => ({ headers: madeUpLimits, retryAfter: null }),
    baseUrl,
    version: '2026-10-05',
    newRequestId,
    addressOf: () => '127.0.0.1',
    admit: slots(100),
    elapsed: () => performance.now(),
    onServed: () => undefined,
    onFailure: (failure) => failures.push(failure),
    process: {
      isReady: async () => true,
      documentation: madeUpSite,
      recordSchemas,
    },
    ...changes,
  });
  const { server, drain } = createHttpServer(app, {
    baseUrl,
    version: '2026-10-05',
    newRequestId,
    now: () => '2026-10-05T20:00:00.000Z',
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    failures,
    ask: (path, asking) => ask(port, path, asking),
    raw: (bytes) => sendRaw(port, bytes),
    close: drain,
  };
}

/** A request with any headers on a separate connection. */
export async function ask(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: HttpRequest = {},
): Promise<HttpAnswer> {
  const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString() };
}

/** Sends these bytes, each a character of the text, on a separate connection; returns all bytes until it closes. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.end(Buffer.from(bytes, 'latin1')));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    socket.on('error', reject);
  });
}

export function bodyOf(answered: HttpAnswer): Json {
  return JSON.parse(answered.text) as Json;
}
