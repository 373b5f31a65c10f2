// Errors that mean that the database is away, and errors that belong to the caller.
import { describe, expect, it } from 'vitest';
import { isCutOff, isDiskFull, isTransient, sqlState, storeFailure, StoreUnavailable } from './failures.ts';

const coded = (code: string): Error => Object.assign(new Error('from the driver'), { code });

describe('sqlState', () => {
  it.each([
    ['23505', 'duplicate key value violates unique constraint "usage_entry_pkey_102205"'],
    ['23514', 'new row for relation "account_102012" violates check constraint "account_prepaid_check"'],
    ['23503', 'insert or update on table "account_102012" violates foreign key constraint "account_fkey_102012"'],
    ['40P01', 'canceling the transaction since it was involved in a distributed deadlock: deadlock detected'],
    ['55P03', 'canceling statement due to lock timeout'],
    ['XX000', 'an internal error of another kind'],
  ])('is %s for "%s" of a copy on a cluster, which has lost its state', (state, message) => {
    const error = Object.assign(new Error(`insert into usage_entry - ${message}`), { code: 'XX000' });
    expect(sqlState(error)).toBe(state);
    expect(isTransient(error)).toBe(['23505', '23514', '40P01'].includes(state));
  });
});

describe('storeFailure', () => {
  const away = [
    'ECONNREFUSED',
    'ECONNRESET',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EPIPE', // the network
    '08006',
    '08001',
    '57P01',
    '57P03',
    '53300',
    '53100',
    '58030',
    '28P01',
    '3D000',
    '25006',
    '57014',
    '55P03', // the server
  ];
  it.each(away)('%s means that the store cannot be reached', (code) => {
    const error = coded(code);
    const failure = storeFailure(error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect((failure as Error).cause).toBe(error);
    expect((failure as Error).message).not.toContain('from the driver');
  });

  it.each([
    ['of PostgreSQL', coded('53100')],
    ['of the system', coded('ENOSPC')],
    ['of a quota', coded('EDQUOT')],
    ['in the words of the engine', new Error('the embedded engine failed: ENOSPC: no space left on device')],
    ['behind another error', new Error('outer', { cause: coded('53100') })],
  ])('a full disk %s is said in words', (_whose, error) => {
    const failure = storeFailure(error) as StoreUnavailable;
    expect(failure).toBeInstanceOf(StoreUnavailable);
    // As knex hands it on, with the statement in front.
    failure.message = `insert into workspace (name) values ($1) - ${failure.message}`;
    expect(failure.words).toContain('the disk of the store is full');
    expect(failure.words).not.toContain('insert');
    expect(isDiskFull(failure)).toBe(true);
  });

  it.each(['23505', '40001', '40P01', '42P01', '22P02'])('%s is handed on as it is', (code) => {
    const error = coded(code);
    expect(storeFailure(error)).toBe(error);
  });

  it.each(['timeout expired', 'Query read timeout', 'Connection terminated unexpectedly'])(
    '"%s" means it too',
    (message) => {
      expect(storeFailure(new Error(message))).toBeInstanceOf(StoreUnavailable);
    },
  );

  it('keeps a failure that is already named, and whatever is not an error', () => {
    const named = new StoreUnavailable('closed');
    expect(storeFailure(named)).toBe(named);
    expect(storeFailure('text')).toBe('text');
  });
});

describe('sqlState', () => {
  it('is empty where there is none', () => {
    expect([sqlState(new Error('x')), sqlState(null), sqlState({ code: '1' }), sqlState(coded('42P01'))]).toEqual([
      '',
      '',
      '',
      '42P01',
    ]);
  });
});

describe('a statement of which nobody knows whether it was carried out', () => {
  const failures: [what: Error, isCutOff: boolean][] = [
    [coded('ECONNRESET'), true],
    [coded('EPIPE'), true],
    [coded('08006'), true],
    [coded('57P01'), true],
    [coded('57P02'), true],
    [new Error('Connection terminated unexpectedly'), true],
    [new Error('Query read timeout'), true],
    [new Error('timeout expired'), false],
    [coded('ECONNREFUSED'), false],
    [coded('57P03'), false],
    [coded('57014'), false],
    [coded('53300'), false],
    [coded('55P03'), false],
    [coded('23505'), false],
  ];
  it.each(failures)('%s: %s', (failure, expected) => {
    expect([isCutOff(failure), isCutOff(storeFailure(failure))]).toEqual([expected, expected]);
  });
});
