/** Everything that answering needs of one store, put together: who asks, how fast, what it costs, and the answers. */
import { randomBytes, randomUUID } from 'node:crypto';
import { resourceOf } from './access/authorization-request.ts';
import { createAccess, createDeviceAccess, unauthorized } from './access/authorise.ts';
import { type DeviceLogin, createDeviceLogin } from './access/device-login.ts';
import { type Observed, unobserved, watchedCharge, watchedLogin, watchedPlaces, watchedRecent } from './observed.ts';
import { type Answers, createAnswers } from './answers/answers.ts';
import { type Kept, keepAnswers, kept_bytes_max } from './answers/kept.ts';
import { withReplica } from './answers/replica.ts';
import { contractVersion } from './contract/description.ts';
import { ProblemError } from './contract/problems.ts';
import { codedBytes } from './contract/coding.ts';
import type { Failure, ServeOptions, Served } from './contract/serve.ts';
import { quotedBytes } from './mcp/direct.ts';
import type { CacheBytes } from './metrics-store.ts';
import { type Accounts, createAccounts } from './metering/accounts.ts';
import { addressBehind } from './metering/address.ts';
import { chargeQueue } from './metering/charge-queue.ts';
import { bodyKeeper } from './metering/kept-bodies.ts';
import { fingerprints } from './metering/identity.ts';
import { keyUse } from './metering/key-use.ts';
import { createMeter } from './metering/meter.ts';
import { places } from './metering/places.ts';
import { type RateLimits, rateLimit } from './metering/rate-limit.ts';
import { recentAnswers } from './metering/recent.ts';
import { recentPayers } from './metering/recent-payers.ts';
import { sharedLimit } from './metering/shared-limit.ts';
import { charge } from './store/charge.ts';
import type { Store } from './store/engine.ts';
import { StoreUnavailable, isCutOff, isLockTimeout, isTransient, storeFailure } from './store/failures.ts';
import { type FoundGrant, findGrantPayer } from './store/grant-payer.ts';
import { findKeyByHash } from './store/keys.ts';
import { take } from './store/rate-windows.ts';
import { findSessionPayer } from './store/session-payer.ts';
import { noteUses } from './store/key-use.ts';
import { findRequest, keepBodies, readKeptBody } from './store/usage.ts';

export interface ServingOptions {
  readonly store: Store;
  readonly baseUrl: string;
  /** The server's clock in canonical form. */
  readonly now: () => string;
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number;
  readonly rateLimits: RateLimits;
  readonly onFailure: (failure: Failure) => void;
  readonly onServed?: (served: Served) => void;
  readonly newRequestId?: () => string;
  /** What is measured on the way. */
  readonly observed?: Observed;
  /** Is told for how many milliseconds a replica that does not answer is left alone, and null when it is asked again. */
  readonly onReplica?: (pauseMs: number | null) => void;
}

export interface Serving extends Omit<ServeOptions, 'validator'> {
  readonly answers: Answers;
  readonly accounts: Accounts;
  readonly deviceLogin: DeviceLogin;
  /** Whose access token this is; null for one that is unknown, expired or revoked. */
  readonly findGrant: (tokenSha256: Buffer) => Promise<FoundGrant | null>;
  /** Bytes of the answers that are held in memory. */
  readonly cacheBytes: CacheBytes;
}

/**
 * New answers at once, from before they are built until they are charged. Each takes a core for one to twenty
 * milliseconds and waits for two commits: a longer queue would only make every caller wait for longer than it wants to.
 */
const BUILDING_MAX = 64;
/** Requests in work at once; the next one is told to come back. The queue of charges is the longer the busier it is. */
const IN_WORK_MAX = 512;

export function createServing(options: ServingOptions): Serving {
  const {
    store,
    baseUrl,
    now,
    elapsed,
    rateLimits,
    onFailure,
    onServed = () => undefined,
    observed = unobserved,
  } = options;
  const version = contractVersion();
  const { answers, recent, cacheBytes } = createReading(options, observed);
  const deviceLogin = watchedLogin(createDeviceLogin({ db: store.accounts, randomBytes }), observed);
  const access = createAccess((sha256) => findKeyByHash(store.accounts, sha256));
  const accounts = createAccounts({ db: store.accounts, baseUrl });
  const limits = createLimits(options);
  const deliver = createMeter({
    fingerprint: fingerprints(version),
    recent: watchedRecent(recent, observed),
    charge: chargeQueue({
      charge: watchedCharge((batch) => charge(store.accounts, batch), { observed, elapsed }),
      isTransient,
      isBlocked: isLockTimeout,
    }),
    place: watchedPlaces(places(BUILDING_MAX), () => observed.shed('building')),
    payers: recentPayers(elapsed),
    identify: async (payer) => {
      if (payer.kind === 'key') return access.identify(payer.sha256);
      const found =
        payer.kind === 'grant'
          ? await findGrantPayer(store.accounts, payer.tokenSha256, payer.resource)
          : await findSessionPayer(store.accounts, payer);
      if (found === null) throw unauthorized();
      return { keyId: found.key_id, collection: found.collection, accountId: found.account_id };
    },
    findRequest: (accountId, requestId) => findRequest(store.accounts, accountId, requestId),
    ...bodyKeeper((bodies, records) => keepBodies(store.accounts, bodies, records), now),
    readKeptBody: (digest) => readKeptBody(store.accounts, digest),
    noteUse: keyUse((keyIds) => noteUses(store.accounts, keyIds), elapsed),
    unauthorized,
    isBlocked: isLockTimeout,
    isCutOff,
    isUnavailable,
    elapsed,
  });
  return {
    answers,
    accounts,
    deviceLogin,
    cacheBytes,
    findGrant: (tokenSha256) => findGrantPayer(store.accounts, tokenSha256, resourceOf(baseUrl)),
    access,
    deviceAccess: createDeviceAccess(deviceLogin.isKnown),
    deliver,
    limit: (kind, subject) => limits[kind](subject),
    baseUrl,
    version,
    newRequestId: options.newRequestId ?? randomUUID,
    addressOf: (request) => addressBehind(request, rateLimits.proxies),
    admit: watchedPlaces(places(IN_WORK_MAX), () => observed.shed('in-work')),
    asProblem: (thrown) => storeProblem(thrown, observed),
    onFailure,
    onServed,
    elapsed,
  };
}

/** How fast whom: by key, by address, and device logins by address over all processes. */
function createLimits({ store, elapsed, rateLimits }: ServingOptions) {
  const keyed = rateLimit(rateLimits.keyed, elapsed);
  const unkeyed = rateLimit(rateLimits.unkeyed, elapsed);
  const { quota, seconds } = rateLimits.device_initiation;
  const device_initiation = sharedLimit({
    policy: rateLimits.device_initiation,
    take: (subject) => take(store.accounts, { name: 'device_initiation', subject, quota, seconds }),
    before: unkeyed,
  });
  return { keyed, unkeyed, device_initiation };
}

const isUnavailable = (error: unknown): boolean => storeFailure(error) instanceof StoreUnavailable;

/** The answers, of the replica where there is one, and what is kept of them. */
function createReading({ store, baseUrl, now, elapsed, onReplica }: ServingOptions, observed: Observed) {
  const keep = (): Kept => keepAnswers(kept_bytes_max, (isHit) => observed.lookedUp('kept', isHit));
  const [kept, keptOfReplica] = [keep(), keep()];
  const primary = createAnswers({ store, baseUrl, now, kept, headIsChecked: true, onTick: observed.ticked });
  const { replica } = store;
  const answers =
    replica === null
      ? primary
      : withReplica(
          primary,
          createAnswers({ store: { db: replica }, baseUrl, now, isReplica: true, kept: keptOfReplica }),
          { elapsed, isUnavailable, ...(onReplica !== undefined && { onChange: onReplica }) },
        );
  const recent = recentAnswers({ settled: answers.settledHead, read: answers.head });
  const cacheBytes = () => ({
    recent: recent.bytes(),
    kept: kept.bytes() + keptOfReplica.bytes(),
    coded: codedBytes(),
    quoted: quotedBytes(),
  });
  return { answers, recent, cacheBytes };
}

/** A store that cannot be reached is not a failure of ours to hide behind a 500: the client waits and tries again. */
function storeProblem(thrown: unknown, { shed }: Observed): ProblemError | null {
  const failure = storeFailure(thrown);
  if (!(failure instanceof StoreUnavailable)) return null;
  shed('store');
  return new ProblemError('unavailable', { headers: { 'Retry-After': '2' }, cause: failure });
}
