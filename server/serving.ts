/** Everything that answering needs of one store, put together: who asks, how fast, what it costs, and the answers. */
import { randomBytes, randomUUID } from 'node:crypto';
import { resourceOf } from './access/authorization-request.ts';
import { createAccess, createDeviceAccess, unauthorized } from './access/authorise.ts';
import { type DeviceLogin, createDeviceLogin } from './access/device-login.ts';
import { type Answers, createAnswers } from './answers/answers.ts';
import { withReplica } from './answers/replica.ts';
import { contractVersion } from './contract/description.ts';
import { ProblemError } from './contract/problems.ts';
import type { Failure, ServeOptions, Served } from './contract/serve.ts';
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
import { sharedLimit } from './metering/shared-limit.ts';
import { charge } from './store/charge.ts';
import type { Store } from './store/engine.ts';
import { StoreUnavailable, isCutOff, isLockTimeout, isTransient, storeFailure } from './store/failures.ts';
import { type FoundGrant, findGrantPayer, noteGrantUse } from './store/grant-payer.ts';
import { findKeyByHash } from './store/keys.ts';
import { take } from './store/rate-windows.ts';
import { findSessionPayer } from './store/session-payer.ts';
import { findRequest, noteKeyUse, readKeptBody } from './store/usage.ts';

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
}

export interface Serving extends Omit<ServeOptions, 'validator'> {
  readonly answers: Answers;
  readonly accounts: Accounts;
  readonly deviceLogin: DeviceLogin;
  /** Whose access token this is; null for one that is unknown, expired or revoked. */
  readonly findGrant: (tokenSha256: Buffer) => Promise<FoundGrant | null>;
}

/**
 * New answers being built at once. Each takes a core for some milliseconds: a longer queue would only make every caller
 * wait for longer than it wants to.
 */
const BUILDING_MAX = 32;
/** Requests in work at once; the next one is told to come back. The queue of charges is the longer the busier it is. */
const IN_WORK_MAX = 512;

export function createServing(options: ServingOptions): Serving {
  const { store, baseUrl, now, elapsed, rateLimits, onFailure, onServed = () => undefined } = options;
  const version = contractVersion();
  const primary = createAnswers({ store, baseUrl, now });
  const answers =
    store.replica === null
      ? primary
      : withReplica(primary, createAnswers({ store: { db: store.replica }, baseUrl, now, isReplica: true }));
  const deviceLogin = createDeviceLogin({ db: store.accounts, randomBytes });
  const access = createAccess((sha256) => findKeyByHash(store.accounts, sha256));
  const accounts = createAccounts({ db: store.accounts, baseUrl });
  const keyed = rateLimit(rateLimits.keyed, elapsed);
  const unkeyed = rateLimit(rateLimits.unkeyed, elapsed);
  const { quota, seconds } = rateLimits.device_initiation;
  const device_initiation = sharedLimit({
    policy: rateLimits.device_initiation,
    take: (subject) => take(store.accounts, { name: 'device_initiation', subject, quota, seconds }),
    before: unkeyed,
  });
  const limits = { keyed, unkeyed, device_initiation };
  const deliver = createMeter({
    fingerprint: fingerprints(version),
    recent: recentAnswers({ settled: answers.settledHead, read: answers.head }),
    charge: chargeQueue({ charge: (batch) => charge(store.accounts, batch), isTransient, isBlocked: isLockTimeout }),
    place: places(BUILDING_MAX),
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
    ...bodyKeeper(store.accounts, now),
    readKeptBody: (digest) => readKeptBody(store.accounts, digest),
    noteUse: keyUse(async (keyId) => {
      if (!(await noteGrantUse(store.accounts, keyId))) await noteKeyUse(store.accounts, keyId);
    }, elapsed),
    unauthorized,
    isBlocked: isLockTimeout,
    isCutOff,
    isUnavailable: (error) => storeFailure(error) instanceof StoreUnavailable,
    elapsed,
  });
  return {
    answers,
    accounts,
    deviceLogin,
    findGrant: (tokenSha256) => findGrantPayer(store.accounts, tokenSha256, resourceOf(baseUrl)),
    access,
    deviceAccess: createDeviceAccess(deviceLogin.isKnown),
    deliver,
    limit: (kind, subject) => limits[kind](subject),
    baseUrl,
    version,
    newRequestId: options.newRequestId ?? randomUUID,
    addressOf: (request) => addressBehind(request, rateLimits.proxies),
    admit: places(IN_WORK_MAX),
    asProblem: storeProblem,
    onFailure,
    onServed,
    elapsed,
  };
}

/** A store that cannot be reached is not a failure of ours to hide behind a 500: the client waits and tries again. */
function storeProblem(thrown: unknown): ProblemError | null {
  const failure = storeFailure(thrown);
  if (!(failure instanceof StoreUnavailable)) return null;
  return new ProblemError('unavailable', { headers: { 'Retry-After': '2' }, cause: failure });
}
