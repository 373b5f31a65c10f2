// Approval of a staged set by its digest. Any change of the set changes the digest, so the approval no longer fits.
import type { Collection, Db, Pool } from '../../store/engine/db.ts';
import { retrying } from '../../store/known/clock.ts';
import { type EventRow, listEvents, recordEvent } from '../../store/people/admin-events.ts';
import { stagedDigest } from '../../store/staged/staged-digest.ts';
import { refused } from '../files/faults.ts';

/** `one`: anyone who may release does so alone. `two`: an operator who loaded none of it approves first. */
export type Approvals = 'one' | 'two';

export type StagedSet = { collection: Collection; digest: string };

export type Approval = {
  /** Operators who approved this very set. */
  by: readonly { userId: string; email: string | null }[];
  /** Users who loaded files since the last release. */
  loaders: readonly string[];
};

/** Events since a release that a decision may rest on. */
const EVENTS_MAX = 10_000;

export async function approvalOf(db: Db, { collection, digest }: StagedSet): Promise<Approval> {
  const events = await listEvents(db, {
    actions: ['files-loaded', 'set-approved', 'research-released'],
    collection,
    limit: EVENTS_MAX,
  });
  const released = events.findIndex(({ action }) => action === 'research-released');
  const since = released === -1 ? events : events.slice(0, released);
  const loaders = since.filter(({ action }) => action === 'files-loaded').map(({ actor }) => actor);
  const isApproval = ({ action, detail, actor }: EventRow): boolean =>
    action === 'set-approved' && detail['digest'] === digest && !loaders.includes(actor);
  const by = since.filter(isApproval).map(({ actor, actor_email: email }) => ({ userId: actor, email }));
  return { by, loaders: [...new Set(loaders)] };
}

/** Throws RefusedInput if the set has changed, or if the actor loaded a part of it. */
export async function approveSet(db: Pool, { actor, ...set }: StagedSet & { actor: string }): Promise<void> {
  const { collection, digest } = set;
  await retrying(db, async (trx) => {
    if ((await stagedDigest(trx, collection)) !== digest)
      throw refused('approval', {}, 'the staged set has changed', 'read what is staged now, and approve that');
    if ((await approvalOf(trx, set)).loaders.includes(actor))
      throw refused('approval', {}, 'you loaded a part of this set', 'let another operator approve it');
    await recordEvent(trx, { action: 'set-approved', actor, detail: { collection, digest } });
  });
}

/** Throws RefusedInput for a set that needs an approval and has none. */
export async function refuseUnapproved(db: Db, set: StagedSet): Promise<void> {
  const { by } = await approvalOf(db, set);
  if (by.length > 0) return;
  const fix = 'an operator who loaded none of it approves it at the desk (RELEASE_APPROVAL=two)';
  throw refused('release', {}, `the staged set of ${set.collection} is not approved`, fix);
}
