// Register of legal removals: the report of list-removals, in a file that is kept with the backups.
import { readFile } from 'node:fs/promises';
import { refused } from '../../ingest/files/faults.ts';
import type { NamedRemoval } from '../../ingest/withdrawal/repeat-removals.ts';
import { call } from '../command.ts';
import { reason_max } from './reason.ts';

const fix = `write it with: ${call.replace('run', 'run --silent')} list-removals --json > removals.json`;

/** Throws RefusedInput for another file. */
export async function readRegister(path: string): Promise<NamedRemoval[]> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw refused(path, {}, `it cannot be read: ${error instanceof Error ? error.message : 'unknown'}`, fix);
  });
  const removals = fieldOf(jsonOf(text), 'removals');
  if (!Array.isArray(removals)) throw refused(path, {}, 'it is not a register of legal removals', fix);
  return removals.map((removal: unknown, at) => {
    if (isNamedRemoval(removal)) return removal;
    throw refused(path, { field: `removals[${at}]` }, 'it lacks collection, id, reason or records', fix);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function isNamedRemoval(value: unknown): value is NamedRemoval {
  const [collection, id, reason, records] = ['collection', 'id', 'reason', 'records'].map((name) =>
    fieldOf(value, name),
  );
  const isReason = isText(reason) && [...reason].length <= reason_max;
  return (collection === 'live' || collection === 'preview') && isText(id) && isReason && isIds(records);
}

const isIds = (value: unknown): boolean => Array.isArray(value) && value.length > 0 && value.every(isText);
