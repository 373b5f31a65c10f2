/** Assembly of the parts that answer requests over one store: identity, limits, metering, and answers. */
import { randomBytes, randomUUID } from 'node:crypto';
import { resourceOf } from '../access/chats/authorization-request.ts';
import { createAccess, createDeviceAccess } from '../access/authorise.ts';
import { type DeviceLogin, createDeviceLogin } from '../access/devices/device-login.ts';
import {
  type Observer,
  unobserved,
  watchedCharge,
  watchedLogin,
  watchedAdmission,
  watchedSlots,
} from '../observe/observed.ts';
import { type Answers, createAnswers } from '../answers/answers.ts';
import { type ReleaseWatch, releaseWatch } from '../answers/release-watch.ts';
import { createCursors } from '../answers/lists/cursor.ts';
import type { OnUnfit } from '../answers/lists/left-out.ts';
import { type PublicLog, createPublicLog } from '../answers/public-log.ts';
import { type ReceiptPages, receiptPages } from '../answers/lists/receipts.ts';
import { withReplica } from '../answers/replica.ts';
import type { LimitSubject } from '../contract/credential.ts';
import { contractVersion } from '../contract/description.ts';
import { ProblemError } from '../contract/problems.ts';
import type { Failure, ServeOptions, ServedRequest } from '../http/serve.ts';
import { batched } from '../memory/batched.ts';
import { type Accounts, createAccounts } from '../metering/credit/accounts.ts';
import { addressBehind } from '../metering/limits/address.ts';
import { fingerprints } from '../metering/identity.ts';
import { fairSlots } from '../metering/limits/fair-slots.ts';
import { limitsOfAccounts } from '../metering/limits/account-limits.ts';
import { countedByWorkspace } from '../metering/limits/counted-as.ts';
import { storeLedger } from '../metering/ledger.ts';
import { createMeter } from '../metering/meter.ts';
import { slots } from '../metering/limits/slots.ts';
import { type Limiter, type RateLimits, rateLimit } from '../metering/limits/rate-limit.ts';
import { recentAnswers } from '../metering/recent.ts';
import { recentPayers } from '../metering/recent-payers.ts';
import { sharedLimit } from '../metering/limits/shared-limit.ts';
import type { Store } from '../store/engine/engine.ts';
import { StoreUnavailable, storeFailure } from '../store/engine/failures.ts';
import { type FoundGrant, findGrantPayer } from '../store/people/grant-payer.ts';
import { findRegisteredClient } from '../store/people/oauth-clients.ts';
import { findKeysByHash } from '../store/people/keys.ts';
import { readLimits } from '../store/ledger/workspace-limits.ts';
import { take } from '../store/ledger/rate-windows.ts';

export interface ServingOptions {
  readonly store: Store;
  readonly baseUrl: string;
  /** The server's clock in canonical form. */
  readonly now: () => string;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  readonly rateLimits: RateLimits;
  /** Counts for all workers of the server and all servers of the store; without one this process counts for itself. */
  readonly limiter?: Limiter | undefined;
  readonly onFailure: (failure: Failure) => void;
  readonly onServed?: (served: ServedRequest) => void;
  readonly newRequestId?: () => string;
  /** Receiver of metrics events. */
  readonly observed?: Observer;
  /** Called for each record that a list omits because it does not fit the contract. */
  readonly onUnfit?: OnUnfit;
  /** Called with the pause in milliseconds of a replica that does not answer, and with null when it is asked again. */
  readonly onReplica?: (pauseMs: number | null) => void;
}

export interface ServiceParts extends Omit<ServeOptions, 'validator'> {
  readonly answers: Answers;
  /** Requests that wait for a release; a stopping server closes it first. */
  readonly watch: ReleaseWatch;
  readonly accounts: Accounts;
  readonly receipts: ReceiptPages;
  readonly log: PublicLog;
  readonly deviceLogin: DeviceLogin;
  /** The grant of an access token; null for one that is unknown, expired or revoked. */
  readonly findGrant: (tokenSha256: Buffer) => Promise<FoundGrant | null>;
  /** The addresses of the registered client. */
  readonly redirectUris: () => Promise<readonly string[]>;
  /** The limits of a workspace, which its chats count against. */
  readonly countedAccount: (accountId: string) => LimitSubject | Promise<LimitSubject>;
}

/**
 * Concurrent builds of new answers. Enough to keep a core busy during waits for the database, and few enough for short
 * work to get in between.
 */
const BUILDING_MAX = 4;
/**
 * Builds of one workspace, waiting ones included. Each takes a core for one to twenty milliseconds: a longer queue would
 * only make callers wait too long.
 */
const BUILDING_EACH_MAX = 64;
/** Requests in work; the next one is asked to retry. Under load the queue of charges grows. */
const IN_WORK_MAX = 512;

export function createServing(options: ServingOptions): ServiceParts {
  const { store, baseUrl, now, elapsed, rateLimits, onFailure } = options;
  const { onServed = () => undefined, observed = unobserved } = options;
  const version = contractVersion();
  const { answers, recent } = createReading(options, observed);
  const deviceLogin = watchedLogin(createDeviceLogin({ db: store.accounts, randomBytes }), observed);
  const findKey = batched((hashes: readonly Buffer[]) => findKeysByHash(store.accounts, hashes));
  const access = createAccess(findKey);
  const accounts = createAccounts({ db: store.accounts, baseUrl });
  const limits = createLimits(options);
  const ofAccounts = limitsOfAccounts({
    read: (accountId) => readLimits(store.accounts, accountId),
    keyed: rateLimits.keyed,
    elapsed,
  });
  const ledger = storeLedger({
    db: store.accounts,
    identify: access.identify,
    now,
    elapsed,
    watched: (batch) => watchedCharge(batch, { observed, elapsed }),
  });
  const slotOptions = {
    eachMax: BUILDING_EACH_MAX,
    elapsed,
    later: (call: () => void, ms: number) => void setTimeout(call, ms),
  };
  const deliver = createMeter({
    ledger,
    fingerprint: fingerprints(version),
    recent,
    slots: watchedSlots(fairSlots({ slots: BUILDING_MAX, ...slotOptions }), observed),
    unpaidSlot: watchedSlots(fairSlots({ slots: 1, ...slotOptions }), observed),
    payers: recentPayers(elapsed),
    weightOf: ofAccounts.weightOf,
    elapsed,
  });
  return {
    answers,
    ...publicLog(options),
    watch: releaseWatch({ read: answers.head, elapsed, onHeld: observed.holding, onOutcome: observed.held }),
    accounts,
    receipts: receiptPages({ accounts, cursors: createCursors({ db: store.accounts, now }), baseUrl }),
    deviceLogin,
    findGrant: (tokenSha256) => findGrantPayer(store.accounts, tokenSha256, resourceOf(baseUrl)),
    redirectUris: async () => (await findRegisteredClient(store.accounts))?.redirect_uris ?? [],
    access,
    deviceAccess: createDeviceAccess(deviceLogin.isKnown),
    deliver,
    limit: (kind, counted) => limits[kind](counted),
    countedAs: countedByWorkspace({ findKey, limits: ofAccounts, elapsed }),
    countedAccount: ofAccounts.counted,
    baseUrl,
    version,
    newRequestId: options.newRequestId ?? randomUUID,
    addressOf: (request) => addressBehind(request, rateLimits.proxies),
    admit: watchedAdmission(slots(IN_WORK_MAX), () => observed.shed('in-work')),
    asProblem: (thrown) => storeProblem(thrown, observed),
    onFailure,
    onServed,
    elapsed,
  };
}

function publicLog({ store, baseUrl, now }: ServingOptions): Pick<ServiceParts, 'log' | 'logHeaderAt'> {
  const log = createPublicLog({ db: store.accounts, baseUrl, now });
  return { log, logHeaderAt: log.headerAt };
}

/** Rates by workspace, by address, and of device logins by address over all servers. */
function createLimits({ store, elapsed, rateLimits, limiter }: ServingOptions) {
  const own: Limiter = (_name, policies) => rateLimit(policies, elapsed);
  const limited = limiter ?? own;
  const keyed = limited('keyed', rateLimits.keyed);
  const status = limited('status', rateLimits.keyed);
  const unkeyed = limited('unkeyed', rateLimits.unkeyed);
  const { quota, seconds } = rateLimits.device_initiation;
  const device_initiation = sharedLimit({
    policy: rateLimits.device_initiation,
    take: (subject) => take(store.accounts, { name: 'device_initiation', subject, quota, seconds }),
    before: unkeyed,
  });
  return { keyed, status, unkeyed, device_initiation };
}

const isUnavailable = (error: unknown): boolean => storeFailure(error) instanceof StoreUnavailable;

/** The answers, from the replica if there is one, with their cache. */
function createReading({ store, baseUrl, now, elapsed, onReplica, onUnfit }: ServingOptions, observed: Observer) {
  const leftOut: OnUnfit = (record) => {
    observed.leftOut(record.list);
    onUnfit?.(record);
  };
  const shared = { baseUrl, now, onUnfit: leftOut };
  const primary = createAnswers({ ...shared, store, headIsChecked: true, onTick: observed.ticked });
  const { replica } = store;
  const answers =
    replica === null
      ? primary
      : withReplica(primary, createAnswers({ ...shared, store: { db: replica }, isReplica: true }), {
          elapsed,
          isUnavailable,
          ...(onReplica !== undefined && { onChange: onReplica }),
        });
  const recent = recentAnswers({ settled: answers.settledHead, read: answers.head });
  return { answers, recent };
}

/** An unreachable store is not a fault of the service to hide behind a 500: the client waits and retries. */
function storeProblem(thrown: unknown, { shed }: Observer): ProblemError | null {
  const failure = storeFailure(thrown instanceof ProblemError ? thrown.cause : thrown);
  if (!(failure instanceof StoreUnavailable)) return null;
  shed('store');
  if (thrown instanceof ProblemError) return thrown;
  return new ProblemError('unavailable', { headers: { 'Retry-After': '2' }, cause: failure });
}
