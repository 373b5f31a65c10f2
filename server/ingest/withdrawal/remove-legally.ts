// Removes a record from every cutoff at once, because the law says so: it is withdrawn, then deleted, and its id answers 451.
import { rooms } from '../../documents/room.ts';
import { capText, textCaps } from '../../measures/text.ts';
import { databaseNow, lockHead } from '../../store/known/clock.ts';
import type { Collection, Instant, Pool, Trx } from '../../store/engine/db.ts';
import {
  blankKeptBodies,
  eraseBeliefs,
  eraseNamed,
  eraseParts,
  partsStatedBy,
  respanBeliefs,
  shortenParts,
  type Words,
} from '../../store/published/erase.ts';
import { eraseAssessments, eraseRevisions, goneRevisions } from '../../store/published/erase-revisions.ts';
import { logRemoval, noteRows } from '../../store/log/removal.ts';
import { recordEvent } from '../../store/people/admin-events.ts';
import { noteRemoval, removalOf } from '../../store/published/removals.ts';
import {
  citationsInto,
  evidenceBehind,
  evidenceOf,
  partsCiting,
  partsNamed,
  revisionsOn,
  stillCited,
  type PartRef,
} from '../../store/published/rests-on.ts';
import { dropStaged } from '../../store/staged/staging-removals.ts';
import { add, closedBy, isOpen, type Tally } from '../../store/published/withdraw.ts';
import { withoutCitations } from '../records/cited-parts.ts';
import { targetSet } from './withdraw-set.ts';
import { targetOf, whyNotOpen, type Target } from './withdraw-target.ts';
import { triedOrDone } from '../../store/known/tried.ts';
import { counts, withdrawOpen, type WithdrawReport, type WithdrawRequest } from './withdraw.ts';

export type RemovalReport = {
  collection: Collection;
  id: string;
  kind: Target['kind'];
  reason: string;
  dry_run: boolean;
  removed_at: Instant;
  /** Records of which nothing is left at any cutoff, and revisions and parts of them, by kind. */
  removed: { [kind: string]: number };
  /** Records that stay in part, because they rested on other evidence too, by kind. */
  shortened: { [kind: string]: number };
  /** Delivered documents whose bytes were deleted: a repetition of their call answers 451. */
  kept_bodies: number;
  /** Null when everything had been withdrawn before. */
  withdrawal: Pick<WithdrawReport, 'version' | 'effective_at' | 'withdrawn' | 'retold'> | null;
};

/** Throws RefusedInput for what was never released, or is removed already. */
export async function removeLegally(db: Pool, request: WithdrawRequest): Promise<RemovalReport> {
  return triedOrDone(db, request.dryRun, async (trx) => {
    const { collection, reason } = request;
    const target = targetOf(request.id);
    await lockHead(trx, collection);
    const wasReleased = (await closedBy(trx, collection, target)) !== null;
    if (!wasReleased || (await removalOf(trx, collection, target.id)) !== null)
      throw await whyNotOpen(trx, 'remove-legally', { collection, given: request.id, target });
    // First from now on: the rest is published as if the removed record had never been there. Then from every version.
    const isNow = await isOpen(trx, collection, target);
    const withdrawal = isNow ? await withdrawOpen(trx, request, targetSet([target])) : null;
    const erasing: Erasure = { trx, collection, removed: new Map(), shortened: new Map(), ids: [target.id], words: [] };
    if (collection === 'live') await noteRows(trx);
    await erase(erasing, target);
    const now = await databaseNow(trx);
    await dropStaged(trx, collection, erasing.ids);
    const words = asTold(erasing.words);
    const keptBodies = await blankKeptBodies(trx, { collection, ids: erasing.ids, words, reason });
    if (collection === 'live') await logRemoval(trx, request.salts);
    await noteRemoval(trx, { collection, ids: erasing.ids, cause: target.id, reason, now });
    if (request.actor !== undefined)
      await recordEvent(trx, {
        action: 'research-removed',
        actor: request.actor,
        subject: target.id,
        detail: { collection },
      });
    return reportOf(request, { target, erasing, now, keptBodies, withdrawal });
  });
}

/** As documents show them: whole, cut to the caps of a text, and cut again to each narrower room. */
function asTold(words: readonly Words[]): Words[] {
  const told = words.flatMap(({ belief_id, words: whole }) => {
    const capped = [whole, ...[textCaps.statement, textCaps.reason].map((cap) => capText(whole, cap).text)];
    const shorter = capped.flatMap((text) => rooms.map((room) => capText(text, room.text).text));
    return [...new Set([...capped, ...shorter])].map((cut) => ({ belief_id, words: cut }));
  });
  // Each version of a belief states its conditions and notes again, mostly in the same words.
  return [...new Map(told.map((one) => [JSON.stringify(one), one])).values()];
}

type Erasure = {
  trx: Trx;
  collection: Collection;
  removed: Tally;
  shortened: Tally;
  ids: string[];
  words: Words[];
};

type ErasureResult = {
  target: Target;
  erasing: Erasure;
  now: Instant;
  keptBodies: number;
  withdrawal: WithdrawReport | null;
};

function reportOf(
  { collection, reason, dryRun }: WithdrawRequest,
  { target, erasing, now, keptBodies, withdrawal }: ErasureResult,
): RemovalReport {
  return {
    collection,
    id: target.id,
    kind: target.kind,
    reason,
    dry_run: dryRun,
    removed_at: now,
    removed: counts(erasing.removed),
    shortened: counts(erasing.shortened),
    kept_bodies: keptBodies,
    withdrawal:
      withdrawal === null
        ? null
        : {
            version: withdrawal.version,
            effective_at: withdrawal.effective_at,
            withdrawn: withdrawal.withdrawn,
            retold: withdrawal.retold,
          },
  };
}

async function erase(erasing: Erasure, { kind, table, id }: Target): Promise<void> {
  const ever = { collection: erasing.collection, span: 'ever' } as const;
  if (kind === 'belief') return eraseBeliefAndWords(erasing, id);
  if (table === 'belief_part') return takeParts(erasing, await partsNamed(erasing.trx, ever, id));
  if (kind === 'citation') return eraseCitations(erasing, [id]);
  await eraseEvidence(erasing, kind === 'source' ? await evidenceOf(erasing.trx, ever, id) : [id]);
  if (kind === 'source') add(erasing.removed, 'source', await eraseNamed(erasing.trx, 'source', named(erasing, [id])));
}

const named = ({ collection }: Erasure, ids: readonly string[]) => ({ collection, ids });

/** The words of a belief are its evidence: what nothing else rests on goes with it. */
async function eraseBeliefAndWords(erasing: Erasure, id: string): Promise<void> {
  const { trx, collection } = erasing;
  const behind = await evidenceBehind(trx, collection, id);
  await eraseWhole(erasing, [id]);
  const citations = await citationsInto(trx, { collection, span: 'ever' }, behind);
  const cited = await stillCited(
    trx,
    collection,
    citations.map((citation) => citation.citation_id),
  );
  const shared = new Set(citations.filter((c) => cited.has(c.citation_id)).map((c) => c.evidence_id));
  await eraseEvidence(
    erasing,
    behind.filter((evidence) => !shared.has(evidence)),
  );
}

async function eraseWhole(erasing: Erasure, beliefIds: readonly string[]): Promise<void> {
  const { tally, words } = await eraseBeliefs(erasing.trx, named(erasing, beliefIds));
  erasing.words.push(...words);
  for (const [kind, count] of tally) add(erasing.removed, kind, count);
}

async function eraseEvidence(erasing: Erasure, evidence: readonly string[]): Promise<void> {
  const { trx, collection, removed, ids } = erasing;
  const citations = await citationsInto(trx, { collection, span: 'ever' }, evidence);
  await eraseCitations(
    erasing,
    citations.map((citation) => citation.citation_id),
  );
  add(removed, 'evidence', await eraseNamed(trx, 'evidence', named(erasing, evidence)));
  for (const id of evidence) ids.push(id);
}

async function eraseCitations(erasing: Erasure, citations: readonly string[]): Promise<void> {
  const { trx, collection, removed, ids } = erasing;
  const found = await revisionsOn(trx, { collection, span: 'ever' }, citations);
  await eraseRevisions(trx, named(erasing, citations), found);
  erasing.words.push(...(await eraseAssessments(trx, named(erasing, citations))));
  await shortenCiting(erasing, citations);
  const touched = [...new Set(found.map((row) => row.belief_id))];
  const untold = new Set(await respanBeliefs(trx, collection, touched));
  const gone = await goneRevisions(
    trx,
    collection,
    found.filter((row) => !untold.has(row.belief_id)),
  );
  add(removed, 'revision', gone.length);
  for (const { belief_id: belief, revision } of gone) ids.push(`${belief} ${revision}`);
  await takeParts(erasing, await partsStatedBy(trx, collection, gone));
  for (const id of untold) {
    await eraseWhole(erasing, [id]);
    ids.push(id);
  }
  add(removed, 'citation', await eraseNamed(trx, 'citation', named(erasing, citations)));
  for (const id of citations) ids.push(id);
}

async function shortenCiting(erasing: Erasure, citations: readonly string[]): Promise<void> {
  const { trx, collection, shortened } = erasing;
  const gone = new Set(citations);
  const citing = await partsCiting(trx, { collection, span: 'ever' }, citations);
  const left = citing.map((part) => ({ ...part, left: withoutCitations(part, gone) }));
  await takeParts(
    erasing,
    left.filter((part) => part.left === null),
  );
  const short = left.flatMap((part) => (part.left === null ? [] : [{ ...part, left: part.left }]));
  await shortenParts(trx, collection, short);
  for (const kind of new Set(short.map((part) => part.kind))) add(shortened, kind, statedOf(short, kind));
}

async function takeParts(erasing: Erasure, parts: readonly PartRef[]): Promise<void> {
  const { ids, words } = await eraseParts(erasing.trx, erasing.collection, parts);
  erasing.ids.push(...ids);
  erasing.words.push(...words);
  for (const kind of new Set(parts.map((part) => part.kind))) add(erasing.removed, kind, statedOf(parts, kind));
}

/** However many versions of a row there are, it was stated once by its revision. */
function statedOf(parts: readonly PartRef[], kind: string): number {
  return new Set(parts.filter((part) => part.kind === kind).map((p) => `${p.belief_id} ${p.part_id} ${p.revision}`))
    .size;
}
