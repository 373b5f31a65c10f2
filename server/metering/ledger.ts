// The ledger as the meter sees it: who may ask, what an id has paid for, which bytes are kept, and the debit.
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
import { type Charge, type ChargeOutcome, charge } from '../store/ledger/charge.ts';
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
 * What went wrong with a statement. Blocked: it gave up waiting for another one with the same balance, and wrote nothing.
 * Cut off: the connection broke under it, and it may have been carried out all the same. Unavailable: the store could not
 * be reached, or undid it. Broken: something else failed, which tells nothing of what was written.
 */
export type LedgerFailure = 'blocked' | 'cut-off' | 'unavailable' | 'broken';

export interface Ledger {
  /** The debit. An id is charged once, however often it is sent. */
  readonly charge: ChargeQueue;
  /** What a request id has paid for; null where nothing. */
  readonly find: (accountId: string, requestId: string) => Promise<FoundRequest | null>;
  /** Keeps bytes for repetitions; false where the law forbids to deliver them. */
  readonly keep: (answer: Answer) => Promise<boolean>;
  readonly read: (digest: Buffer) => Promise<KeptBody | null>;
  /** Throws the one 401, and 403 for a key that may not call this. */
  readonly whoIs: (payer: Payer, operation: OperationId) => Promise<Principal>;
  /** Notes that a key is in use; whether that succeeds changes no answer. */
  readonly noteUse: (keyId: string) => void;
  /** Null for what the store refused with a reason of its own: nothing was written. */
  readonly failureOf: (error: unknown) => LedgerFailure | null;
}

export interface LedgerOptions {
  readonly db: Db;
  /** The holder of a key. Throws the one 401, and 403 for a key that may not call this. */
  readonly identify: (keySha256: Buffer, operation: OperationId) => Promise<Principal>;
  /** The server's clock in canonical form. */
  readonly now: () => string;
  /** Milliseconds of a clock that only goes forward. */
  readonly elapsed: () => number;
  /** Sees each batch that is debited. */
  readonly watched: (charge: ChargeBatch) => ChargeBatch;
}

type ChargeBatch = (batch: readonly Charge[]) => Promise<ChargeOutcome[]>;

export function storeLedger({ db, identify, now, elapsed, watched }: LedgerOptions): Ledger {
  const queue = chargeQueue({
    charge: watched((batch) => charge(db, batch)),
    isTransient,
    isBlocked: isLockTimeout,
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
