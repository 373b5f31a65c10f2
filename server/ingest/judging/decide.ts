// What becomes of a record, by what the store holds under its key.
import type { Known } from '../../store/staged/staging.ts';
import type { RecordType } from '../records/record-schemas.ts';
import { isOnlyNormalisation } from '../records/normalise.ts';
import { keyedTypes, type BundleRecord } from '../records/records.ts';

export type Decision =
  | { is: 'same'; unstage: boolean }
  | { is: 'new' }
  | { is: 'replaced'; corrects: string | null }
  | { is: 'refused'; what: string; fix: string };

export type Incoming = { type: RecordType; contentHash: string; corrects: string | null; record?: BundleRecord };

export function decide(incoming: Incoming, known: Known | undefined): Decision {
  return keyedTypes.has(incoming.type) ? keyed(incoming, known) : appendOnly(incoming, known);
}

function keyed({ contentHash }: Incoming, known: Known | undefined): Decision {
  if (known === undefined) return { is: 'new' };
  if (contentHash === known.staged) return { is: 'same', unstage: false };
  if (contentHash === known.released) return { is: 'same', unstage: known.staged !== null };
  return { is: 'replaced', corrects: null };
}

function appendOnly(incoming: Incoming, known: Known | undefined): Decision {
  const { type, contentHash, corrects } = incoming;
  if (known === undefined) return corrects === null ? { is: 'new' } : nothingToCorrect(type);
  if (contentHash === known.staged) return { is: 'same', unstage: false };
  // What is released is meant again, and the correction that waits is not.
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

function changed({ type, record }: Incoming, known: Known): Decision {
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
