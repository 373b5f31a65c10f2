// Failures of the store, as types that callers can distinguish.
import type { Instant } from './db.ts';

/** The database cannot be reached, or did not answer in time. The statement may be tried again later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
  /** For a person: knex writes the statement in front of the message of an error that passes through it. */
  readonly words: string;

  constructor(words: string, options?: ErrorOptions) {
    super(words, options);
    this.words = words;
  }
}

/** Another process has the embedded store open. */
export class StoreHeldError extends Error {
  override readonly name = 'StoreHeld';
}

/** A newer version of this service has changed the schema in a way that this one cannot work with. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew';
}

/** The database is behind a transaction pooler, and its role lacks settings that no connection can make there. */
export class MissingRoleSettings extends Error {
  override readonly name = 'RoleSettingsMissing';
  /** The SQL that makes them. */
  readonly statements: readonly string[];

  constructor(address: string, statements: readonly string[]) {
    super(
      [
        `the database at ${address} is behind a pooler in transaction mode, and its role lacks settings that a connection cannot make there.`,
        'Run this as the role itself or as a superuser:',
        '',
        ...statements.map((statement) => `  ${statement}`),
        '',
        'Then let the pooler open new server connections (PgBouncer: RECONNECT in its admin console), and start again.',
      ].join('\n'),
    );
    this.statements = statements;
  }
}

/** A release that would change past answers, or that states something about the future. */
export class ReleaseRefusal extends Error {
  override readonly name = 'ReleaseRefused';
  readonly code: 'not-after-watermark' | 'in-the-future';
  readonly limit: Instant;

  constructor(code: 'not-after-watermark' | 'in-the-future', limit: Instant, message: string) {
    super(message);
    this.code = code;
    this.limit = limit;
  }
}

const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

// Classes and codes of SQLSTATE for an unreachable database. Connection lost, too many connections, cut off by an
// operator, read-only after a failover, disk or memory exhausted. Login refused, no such database, statement cut off by
// its time limit or a lock's: a primary that waits for its standby keeps rows locked.
const unreachable = /^(08...|53...|57P0[1-5]|58...|25006|28...|3D000|57014|55P03)$/;

const driverMessages =
  /^(timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Connection ended unexpectedly|Client was closed)/;

/** The error to hand on: a StoreUnavailable in place of the many shapes in which drivers report a lost database. */
export function storeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  if (isDiskFull(error)) return new StoreUnavailable(diskFull, { cause: error });
  return isLost(error) ? new StoreUnavailable('the store cannot be reached', { cause: error }) : error;
}

/** The disk of the store, or of the folder that it is in. */
export const diskFull = 'the disk of the store is full, and nothing more can be kept. Free some space and try again';

const noSpace = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Also where the system's own error has become a text on its way here, as in the embedded engine. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    noSpace.has(sqlState(error)) || /\bENOSPC\b|No space left on device/.test(error.message) || isDiskFull(error.cause)
  );
}

function isLost(error: Error): boolean {
  const code = sqlState(error);
  if (lostConnection.has(code) || unreachable.test(code)) return true;
  return error.name === 'KnexTimeoutError' || driverMessages.test(error.message);
}

/** The SQLSTATE or system code of an error, or an empty text. */
export function sqlState(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === copyFailed) return copyStates.find(([words]) => words.test((error as Error).message))?.[1] ?? code;
  return typeof code === 'string' ? code : '';
}

/**
 * A server of a cluster copies computed rows to the servers of their accounts. It passes on the message of a copy that
 * fails, and drops its SQLSTATE.
 */
const copyFailed = 'XX000';
const copyStates: readonly (readonly [words: RegExp, state: string])[] = [
  [/violates unique constraint/, '23505'],
  [/violates check constraint/, '23514'],
  [/violates foreign key constraint/, '23503'],
  [/violates not-null constraint/, '23502'],
  [/deadlock detected|involved in a distributed deadlock/, '40P01'],
  [/canceling statement due to lock timeout/, '55P03'],
  [/canceling statement due to statement timeout/, '57014'],
];

const lockTimeout = '55P03';

/** The statement was undone as a whole, and another try of it may succeed: two that met, or a lost race for a balance. */
export function isTransient(error: unknown): boolean {
  return ['40001', '40P01', '23505', '23514'].includes(sqlState(error));
}

/** A row that the statement needed stayed locked for longer than it may wait. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error instanceof StoreUnavailable ? error.cause : error) === lockTimeout;
}

const cutOff = /^(08...|57P0[1245]|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** The connection broke under a statement: it may have committed, or still may. */
export function isCutOff(error: unknown): boolean {
  const cause = error instanceof StoreUnavailable ? error.cause : error;
  if (!(cause instanceof Error)) return false;
  const code = sqlState(cause);
  if (code === '') return cause.message !== 'timeout expired' && driverMessages.test(cause.message);
  return cutOff.test(code);
}
