// Decision about a record, from the state of its key in the store.
import type { KnownHashes } from '../../store/staged/staging.ts';
import type { RecordType } from '../records/record-schemas.ts';
import { isOnlyNormalisation } from '../records/normalise.ts';
import { keyedTypes, type BundleRecord } from '../records/records.ts';

export type Decision =
  | { is: 'same'; unstage: boolean }
  | { is: 'new' }
  | { is: 'replaced'; corrects: string | null }
  | { is: 'refused'; what: string; fix: string };

export type IncomingRecord = { type: RecordType; contentHash: string; corrects: string | null; record?: BundleRecord };

export function decide(incoming: IncomingRecord, known: KnownHashes | undefined): Decision {
  return keyedTypes.has(incoming.type) ? keyed(incoming, known) : appendOnly(incoming, known);
}

function keyed({ contentHash }: IncomingRecord, known: KnownHashes | undefined): Decision {
  if (known === undefined) return { is: 'new' };
  if (contentHash === known.staged) return { is: 'same', unstage: false };
  if (contentHash === known.released) return { is: 'same', unstage: known.staged !== null };
  return { is: 'replaced', corrects: null };
}

function appendOnly(incoming: IncomingRecord, known: KnownHashes | undefined): Decision {
  const { type, contentHash, corrects } = incoming;
  if (known === undefined) return corrects === null ? { is: 'new' } : nothingToCorrect(type);
  if (contentHash === known.staged) return { is: 'same', unstage: false };
  // The file restates the released record: the staged correction is dropped.
  if (contentHash === known.released) return { is: 'same', unstage: known.staged !== null && !leanedOn.has(type) };
  if (corrects === null) return known.replacedBefore ? { is: 'same', unstage: false } : changed(incoming, known);
  if (corrects === known.released) return { is: 'replaced', corrects };
  if (corrects === known.staged) return { is: 'replaced', corrects: known.stagedCorrects };
  return changed(incoming, known);
}

/** Of these, what was staged since may rest on the correction: it would have to be judged again before that is taken away. */
const leanedOn: ReadonlySet<RecordType> = new Set<RecordType>(['evidence', 'citation', 'revision']);

function nothingToCorrect(type: RecordType): Decision {
  return {
    is: 'refused',
    what: `there is no ${type} with this id to correct`,
    fix: 'remove "corrects", or write the id of the one that is meant',
  };
}

function changed({ type, record }: IncomingRecord, known: KnownHashes): Decision {
  const current = known.staged ?? known.released;
  if (record !== undefined && current !== null && isOnlyNormalisation(record, current)) {
    return {
      is: 'refused',
      what: `a ${type} with this id is loaded with the same letters in another Unicode normalisation (composed or decomposed)`,
      fix: 'leave it out, since nothing in it is new, or write the file as the first one was written',
    };
  }
  return {
    is: 'refused',
    what: `a ${type} with this id is loaded with other content`,
    fix: `give it a new id, or add "corrects":"${current}" to replace that one`,
  };
}
