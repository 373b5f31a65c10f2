// Output of a command that failed at the store: words, never the statement.
import { expect, it } from 'vitest';
import { StoreHeldError, StoreUnavailable } from '../store/engine/failures.ts';
import { printedFailure } from './run-command.ts';

/** As it comes through knex: with the statement in front. */
function passedThroughKnex<Failure extends Error>(error: Failure): Failure {
  error.message = `insert into workspace (workspace_id, name) values ($1, $2) - ${error.message}`;
  return error;
}

const coded = (code: string): Error => Object.assign(new Error('could not extend file'), { code });

it.each<[string, Error, string]>([
  ['a full disk', passedThroughKnex(coded('53100')), 'the disk of the store is full'],
  ['a full disk of the folder', coded('ENOSPC'), 'the disk of the store is full'],
  [
    'a store that is away',
    passedThroughKnex(new StoreUnavailable('the store cannot be reached')),
    'the store cannot be reached',
  ],
  ['a store that is held', new StoreHeldError('process 7 on desk holds the embedded store'), 'process 7 on desk'],
])('of %s is said in words, with exit code 3', (_what, error, words) => {
  const { exit, stdout, stderr } = printedFailure(error, false);
  expect([exit, stdout]).toEqual([3, '']);
  expect(stderr).toContain(words);
  expect(stderr).not.toMatch(/insert|\$1|53100/);
});
