// Ledger interface of the meter: authentication, lookup of a request id, storage of bytes, and the debit.
import { unauthorized } from '../access/authorise.ts';
import type { Answer } from '../contract/metered.ts';
import type { OperationId, Principal } from '../contract/operations.ts';
import {
  StoreUnavailable,
  isCutOff,
  isLockTimeout,
  isTransient,
  sqlState,
  storeFailure,
} from '../store/engine/failures.ts';
import { type Charge, type ChargeOutcome, charge, formOf } from '../store/ledger/charge.ts';
import type { Db } from '../store/engine/db.ts';
import { findGrantPayer } from '../store/people/grant-payer.ts';
import { noteUses } from '../store/people/key-use.ts';
import { findSessionPayer } from '../store/ledger/session-payer.ts';
import { type FoundRequest, type KeptBody, findRequest, keepBodies, readKeptBody } from '../store/ledger/usage.ts';
import type { Payer } from '../terms/payer.ts';
import { type ChargeQueue, chargeQueue } from './charge-queue.ts';
import { bodyKeeper } from './kept-bodies.ts';
import { keyUse } from './key-use.ts';

/**
 * Kind of a failed statement. Blocked: it gave up waiting for another statement with the same balance, and wrote
 * nothing. Cut off: the connection broke, and it may have committed. Unavailable: the store could not be reached, or
 * undid it. Broken: another failure, with an unknown effect.
 */
export type LedgerFailure = 'blocked' | 'cut-off' | 'unavailable' | 'broken';

export interface Ledger {
  /** The debit. An id is charged once, however often it is sent. */
  readonly charge: ChargeQueue;
  /** The entry of a request id, or null. */
  readonly find: (accountId: string, requestId: string) => Promise<FoundRequest | null>;
  /** Stores bytes for replays; false if a legal removal forbids them. */
  readonly keep: (answer: Answer) => Promise<boolean>;
  readonly read: (digest: Buffer) => Promise<KeptBody | null>;
  /** Throws the one 401, and 403 for a key that may not call this. */
  readonly whoIs: (payer: Payer, operation: OperationId) => Promise<Principal>;
  /** Notes the use of a key; its success changes no answer. */
  readonly noteUse: (keyId: string) => void;
  /** Null for a refusal by the store with a reason: nothing was written. */
  readonly failureOf: (error: unknown) => LedgerFailure | null;
}

export interface LedgerOptions {
  readonly db: Db;
  /** The holder of a key. Throws the one 401, and 403 for a key that may not call this. */
  readonly identify: (keySha256: Buffer, operation: OperationId) => Promise<Principal>;
  /** The server's clock in canonical form. */
  readonly now: () => string;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
  /** Wraps the debit of each batch, for metrics. */
  readonly watched: (charge: ChargeBatch) => ChargeBatch;
}

type ChargeBatch = (batch: readonly Charge[]) => Promise<ChargeOutcome[]>;

export function storeLedger({ db, identify, now, elapsed, watched }: LedgerOptions): Ledger {
  const queue = chargeQueue({
    charge: watched((batch) => charge(db, batch)),
    isTransient,
    isBlocked: isLockTimeout,
    isByAccount: formOf(db) === 'account',
  });
  return {
    charge: queue,
    find: (accountId, requestId) => findRequest(db, accountId, requestId),
    keep: bodyKeeper((bodies, records) => keepBodies(db, bodies, records), now).keepBody,
    read: (digest) => readKeptBody(db, digest),
    async whoIs(payer, operation) {
      if (payer.kind === 'key') return identify(payer.sha256, operation);
      const found =
        payer.kind === 'grant'
          ? await findGrantPayer(db, payer.tokenSha256, payer.resource)
          : await findSessionPayer(db, payer);
      if (found === null) throw unauthorized();
      return { keyId: found.key_id, collection: found.collection, accountId: found.account_id };
    },
    noteUse: keyUse((keyIds) => noteUses(db, keyIds), elapsed),
    failureOf,
  };
}

function failureOf(error: unknown): LedgerFailure | null {
  if (isLockTimeout(error)) return 'blocked';
  if (isCutOff(error)) return 'cut-off';
  if (storeFailure(error) instanceof StoreUnavailable) return 'unavailable';
  return sqlState(error) === '' ? 'broken' : null;
}
