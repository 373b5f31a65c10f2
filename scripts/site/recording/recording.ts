// ExampleResult of all examples on a service over an empty store, for the documentation and for its test.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publishLive } from '../../../server/ingest/testing/live-corpus.ts';
import { makeKey } from '../../../server/access/keys.ts';
import { createApp } from '../../../server/app.ts';
import { ProblemError } from '../../../server/contract/problems.ts';
import type { Deliver } from '../../../server/contract/metered.ts';
import { removeLegally } from '../../../server/ingest/withdrawal/remove-legally.ts';
import { withdraw } from '../../../server/ingest/withdrawal/withdraw.ts';
import type { RateLimits } from '../../../server/metering/limits/rate-limit.ts';
import { noRateLimits } from '../../../server/metering/testing/rate-limits.ts';
import { createServing } from '../../../server/process/serving.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { insertKey, noKeyLimits } from '../../../server/store/people/keys.ts';
import { type TestBalance, makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { prepareRecording } from '../../answers/recorded-answers.ts';
import { examples } from './example-list.ts';
import { type Example, type RecordedAnswer, exampleAddress, methodOf, pathOf, typescriptOf } from './examples.ts';
import { runCommandLine } from './run-command-line.ts';
import { runTypescript } from './run-typescript.ts';
import { nextOf } from './recordings.ts';

/** The clock of a recording: later than the whole corpus, so that only the store decides what is known. */
const now = '2026-11-01T00:00:00.000Z';

type Keys = Readonly<Record<'preview' | 'live' | 'empty' | 'limited' | 'narrow', string>>;

/** RecordedAnswer headers: those that describe the answer. */
const keptHeaders = [
  'content-type',
  'usage-charge',
  'usage-remaining',
  'idempotent-replayed',
  'etag',
  'document-digest',
  'retry-after',
  'www-authenticate',
  'allow',
  'link',
  'preference-applied',
  'cache-control',
  'vary',
  'research-version',
];

export type ExampleResult = { example: Example; recorded: RecordedAnswer };

/** A service with the preview corpus, and with live research from the first paying example on. */
export type World = {
  base: string;
  /** The same store behind a rate limit that the second request reaches. */
  strict: string;
  /** The same store behind a meter that fails as the example says. */
  faulty(fault: NonNullable<Example['fault']>): string;
  takeBack(how: NonNullable<Example['takesBack']>, id: string): Promise<void>;
  keyOf(key: Example['key']): string | null;
  goLive(): Promise<void>;
  close(): void;
};

export async function openWorld(store: Store): Promise<World> {
  const preview = await prepareRecording(store);
  const usual = await serve(store, noRateLimits, () => performance.now());
  // The clock stands still, so that the rate limit reports the same waiting time in every recording.
  const unkeyed = [{ name: 'minute', quota: 1, seconds: 60 }];
  const strict = await serve(store, { ...noRateLimits, unkeyed }, () => 0);
  const faulty = new Map<string, Awaited<ReturnType<typeof serve>>>();
  for (const [fault, thrown] of faults)
    faulty.set(
      fault,
      await serve(
        store,
        noRateLimits,
        () => performance.now(),
        () => Promise.reject(thrown()),
      ),
    );
  let paying: Omit<Keys, 'preview'> | null = null;
  return {
    base: usual.base,
    strict: strict.base,
    faulty: (fault) => faulty.get(fault)?.base ?? '',
    takeBack: (how, id) => takeBack(store, how, id),
    keyOf: (key) => {
      if (key === 'none' || key === 'device') return null;
      if (key === 'wrong') return 'not-a-key';
      return key === 'preview' ? preview : (paying?.[key] ?? '');
    },
    goLive: async () => {
      paying ??= await goLive(store);
    },
    close: () => {
      usual.close();
      strict.close();
      for (const one of faulty.values()) one.close();
    },
  };
}

/** In the order of the list: preview examples come first, because live research changes the coverage list. */
export async function recordExamples(world: World): Promise<readonly ExampleResult[]> {
  const recordings = new Map<string, RecordedAnswer>();
  let deviceCode = '';
  for (const example of examples) {
    if (['live', 'empty', 'limited', 'narrow'].includes(example.key)) await world.goLive();
    const isLimited = example.name === 'problem-rate-limited';
    if (isLimited) await fetch(`${world.strict}/v1/tickers`);
    const { fault, takesBack } = example;
    if (takesBack !== undefined) await world.takeBack(takesBack, Object.values(example.path ?? {})[0] ?? '');
    const base = fault !== undefined ? world.faulty(fault) : isLimited ? world.strict : world.base;
    const bearer = example.key === 'device' ? deviceCode : world.keyOf(example.key);
    const { answer, body } = await ask(base, example, { bearer, recordings });
    if (example.name === 'device-start') deviceCode = (body as { deviceCode: string }).deviceCode;
    const code = typescriptOf(example);
    const ts = code === null ? null : await runTypescript(code, { base, apiKey: world.keyOf(example.key) });
    const cli =
      example.cli !== undefined ? await runCommandLine(example.cli, { base, apiKey: world.keyOf(example.key) }) : null;
    recordings.set(example.name, { ...answer, ts, cli });
  }
  return examples.map((example) => ({ example, recorded: recordings.get(example.name) as RecordedAnswer }));
}

type AskOptions = { bearer: string | null; recordings: ReadonlyMap<string, RecordedAnswer> };

async function ask(base: string, example: Example, { bearer, recordings }: AskOptions) {
  const headers: Record<string, string> = {
    'X-Request-ID': example.requestId ?? `example-${example.name}`,
    ...example.headers,
  };
  if (bearer !== null) headers['Authorization'] = `Bearer ${bearer}`;
  const held = example.holds === undefined ? undefined : recordings.get(example.holds)?.headers['etag'];
  if (held !== undefined) headers['If-None-Match'] = held;
  if (example.body !== undefined) headers['Content-Type'] ??= 'application/json';
  const place =
    example.follow === undefined ? pathOf(example) : nextOf(recordings.get(example.follow)).replace(exampleAddress, '');
  // Uncompressed, as curl receives it: the entity tag belongs to the plain bytes.
  headers['Accept-Encoding'] = 'identity';
  const response = await fetch(`${base}${place}`, {
    method: methodOf(example),
    headers,
    ...(example.body === undefined ? {} : { body: JSON.stringify(example.body) }),
  });
  const text = await response.text();
  const body: unknown = text === '' ? null : JSON.parse(text);
  // The rest of a limit changes with each question, except on the server with the still clock.
  const limits = example.name === 'problem-rate-limited' ? ['ratelimit', 'ratelimit-policy'] : [];
  const kept = [...keptHeaders, ...limits].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const shown = { status: response.status, headers: Object.fromEntries(kept), bytes: Buffer.byteLength(text) };
  return { body, answer: { ...shown, body: masked(body, example) } };
}

/** Replaces members that differ in each run. */
function masked(body: unknown, { masked: replaced = {} }: Example): unknown {
  if (Array.isArray(body)) return body.map((one) => masked(one, { masked: replaced } as Example));
  if (body === null || typeof body !== 'object') return body;
  const members = Object.entries(body).map(([name, value]) => [
    name,
    Object.hasOwn(replaced, name) ? replaced[name] : masked(value, { masked: replaced } as Example),
  ]);
  return Object.fromEntries(members);
}

/** Refusals that only a fault of the service or a race causes, thrown by the meter. */
const faults: readonly [NonNullable<Example['fault']>, () => Error][] = [
  ['request-running', () => new ProblemError('request-running', { headers: { 'Retry-After': '1' } })],
  ['internal', () => new Error('an unforeseen fault')],
  ['unavailable', () => new ProblemError('unavailable', { headers: { 'Retry-After': '5' } })],
];

async function takeBack(store: Store, how: NonNullable<Example['takesBack']>, id: string): Promise<void> {
  const take = how === 'withdraw' ? withdraw : removeLegally;
  await take(store.db, { collection: 'live', id, reason: 'The publisher asked for it.', dryRun: false });
}

async function goLive(store: Store): Promise<Omit<Keys, 'preview'>> {
  await publishLive(store);
  let drawn = 100;
  const keyWith = async (balance: TestBalance, operations: readonly string[] | null = null): Promise<string> => {
    const { key, ...made } = makeKey('live', (size) => Buffer.alloc(size, (drawn += 1)));
    const workspaceId = await makeTestWorkspace(store, balance);
    const limits = { ...noKeyLimits, operations };
    await insertKey(store.db, { ...made, name: 'recording', madeBy: 'operator', workspaceId, limits, now });
    return key;
  };
  return {
    live: await keyWith({ prepaid: 42 }),
    empty: await keyWith({}),
    limited: await keyWith({ prepaid: 42, spendLimit: 0 }),
    narrow: await keyWith({ prepaid: 42 }, ['getBrief']),
  };
}

async function serve(store: Store, rateLimits: RateLimits, elapsed: () => number, deliver?: Deliver) {
  let made = 0;
  const serving = createServing({
    store,
    baseUrl: exampleAddress,
    now: () => now,
    elapsed,
    rateLimits,
    newRequestId: () => `made-${(made += 1)}`,
    onFailure: ({ cause }) => {
      if (deliver === undefined) throw cause;
    },
  });
  const process = { isReady: () => Promise.resolve(true), documentation: null, recordSchemas: {} };
  const server = createServer(
    { keepAliveTimeout: 600_000 },
    await createApp({ ...serving, ...(deliver !== undefined && { deliver }), process }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { base: `http://127.0.0.1:${port}`, close: () => server.close() };
}
