// Writes what courses are after statements were withdrawn: only the rows that differ are closed, and opened anew.
import { derivedId } from '../store/ids.ts';
import {
  toldBeliefs,
  toldIntents,
  toldRevisions,
  type IntentRow,
  type ToldBelief,
  type ToldRevision,
} from '../store/pair-history.ts';
import type { FullRevision } from '../store/publish-corrections.ts';
import type { Pair } from '../store/publish-pairs.ts';
import { replaceRows, type Row } from '../store/publish-rows.ts';
import { beliefTable, partTable, revisionTable } from '../store/publish-tables.ts';
import { releasedEvidence } from '../store/staging-lookups.ts';
import {
  add,
  closeBeliefs,
  closeParts,
  closeRevisions,
  goneIds,
  type RevisionKey,
  type Tally,
} from '../store/withdraw.ts';
import type { Publishing } from './release-identity.ts';
import { homesOf, tellAgain, type PairAgain, type PairTold } from './retell-course.ts';

type Telling = Pick<Publishing, 'trx' | 'release'>;

/** The citations that were withdrawn, and why. */
export type Lost = { citations: ReadonlySet<string>; reason: string };

/** What went, and what is told otherwise than before. */
export type Retold = { withdrawn: Tally; retold: Tally };

const pairsAtOnce = 500;

export async function retellPairs(telling: Telling, pairs: readonly Pair[], lost: Lost): Promise<Retold> {
  const done: Retold = { withdrawn: new Map(), retold: new Map() };
  for (let start = 0; start < pairs.length; start += pairsAtOnce) {
    await retellSome(telling, await readPairs(telling, pairs.slice(start, start + pairsAtOnce)), { lost, done });
  }
  return done;
}

async function readPairs({ trx, release: { collection } }: Telling, pairs: readonly Pair[]): Promise<PairTold[]> {
  const [revisions, beliefs] = [await toldRevisions(trx, collection, pairs), await toldBeliefs(trx, collection, pairs)];
  const told = new Map<string, { beliefs: ToldBelief[]; revisions: ToldRevision[] }>();
  const of = (row: { person_id: string; entity_id: string }) => {
    const key = `${row.person_id} ${row.entity_id}`;
    const pair = told.get(key) ?? { beliefs: [], revisions: [] };
    told.set(key, pair);
    return pair;
  };
  for (const belief of beliefs) of(belief).beliefs.push(belief);
  for (const revision of revisions) of(revision).revisions.push(revision);
  return [...told.values()];
}

/** Late statements are told in the words of another one; what they said themselves is their evidence. */
async function lateWords({ trx, release }: Telling, pairs: readonly PairTold[]): Promise<Map<string, string>> {
  const late = pairs.flatMap(({ revisions }) => revisions.filter((row) => row.late).map((row) => row.record_key));
  const records = new Map(late.map((key) => [derivedId('evidence', key), key]));
  const evidence = await releasedEvidence(trx, release.collection, [...records.keys()]);
  return new Map(evidence.map((row) => [records.get(row.evidence_id) ?? '', row.capture]));
}

async function retellSome(
  telling: Telling,
  pairs: readonly PairTold[],
  { lost, done }: { lost: Lost; done: Retold },
): Promise<void> {
  const { trx, release } = telling;
  const remaining = { gone: lost.citations, lateWords: await lateWords(telling, pairs) };
  const again = pairs.map((pair) => tellAgain(pair, remaining));
  // A belief that was withdrawn by itself does not come back because its pair is told again.
  const named = again.flatMap(({ opened }) => opened.map(({ beliefId }) => beliefId));
  const gone = await goneIds(trx, release.collection, { table: 'belief', ids: named });
  const before = {
    beliefs: pairs.flatMap((pair) => pair.beliefs),
    revisions: pairs.flatMap((pair) => pair.revisions),
  };
  const after = {
    opened: again.flatMap(({ opened }) => opened).filter(({ beliefId }) => !gone.has(beliefId)),
    revisions: again.flatMap(({ revisions }) => revisions).filter((row) => !gone.has(row.belief_id)),
  };
  const changed = await writeRevisions(telling, before, after, done);
  await moveIntents(telling, { before, after }, done);
  add(done.retold, 'revision', changed);
  const beliefs = beliefRows(before, after);
  await replaceRows(trx, release, beliefTable, beliefs);
  add(done.retold, 'belief', beliefs.length);
  const told = new Set(after.opened.map(({ beliefId }) => beliefId));
  const untold = before.beliefs.map((belief) => belief.belief_id).filter((id) => !told.has(id));
  const closed = await closeBeliefs(trx, release, { ids: untold, reason: lost.reason });
  for (const [kind, count] of closed) add(done.withdrawn, kind, count);
}

const keyOf = ({ belief_id: id, revision }: RevisionKey): string => `${id} ${revision}`;

async function writeRevisions(
  { trx, release }: Telling,
  before: PairTold,
  after: PairAgain,
  { withdrawn }: Retold,
): Promise<number> {
  const old = new Map(before.revisions.map((row) => [keyOf(row), row]));
  const kept = new Set(after.revisions.map(keyOf));
  const closed = before.revisions.filter((row) => !kept.has(keyOf(row)));
  const changed = after.revisions.filter((row) => !isSame(row, old.get(keyOf(row))));
  add(withdrawn, 'revision', await closeRevisions(trx, release, closed));
  await replaceRows(trx, release, revisionTable, changed.map(revisionRow));
  return changed.length;
}

function isSame(row: FullRevision, old: FullRevision | undefined): boolean {
  const told = ['late', 'direction', 'status', 'move', 'summary', 'source_citation_id'] as const;
  return old !== undefined && told.every((name) => old[name] === row[name]);
}

function revisionRow(r: FullRevision): Row {
  const who = [r.belief_id, r.revision, r.entity_id, r.person_id, r.person_name, r.person_handle, r.record_key];
  const state = [r.observed_at, r.late, r.direction, r.status, r.move, r.summary, r.source_citation_id];
  return [...who, ...state, r.validity, r.external_state, JSON.stringify(r.body)];
}

function beliefRows(before: PairTold, { opened, revisions }: PairAgain): Row[] {
  const since = new Map(before.beliefs.map((belief) => [belief.belief_id, belief.observed_at]));
  const about = new Map(revisions.map((row) => [row.belief_id, row]));
  return opened
    .filter(({ beliefId, openedAt }) => since.get(beliefId) !== openedAt)
    .map(({ beliefId, openedAt }) => {
      const row = about.get(beliefId);
      return [beliefId, row?.entity_id ?? null, row?.person_id ?? null, 'statement', openedAt];
    });
}

/** An intent goes with its statement: away, or to the belief that tells the statement now. */
async function moveIntents(
  { trx, release }: Telling,
  { before, after }: { before: PairTold; after: PairAgain },
  { withdrawn }: Retold,
): Promise<void> {
  const records = new Map(before.revisions.map((row) => [keyOf(row), row.record_key]));
  const homes = homesOf(after.revisions);
  const places = new Map(after.revisions.map((row) => [`${row.belief_id} ${row.record_key}`, row.revision]));
  const beliefIds = before.beliefs.map((belief) => belief.belief_id);
  const leaving: IntentRow[] = [];
  const arriving: Row[] = [];
  for (const intent of await toldIntents(trx, release.collection, beliefIds)) {
    const record = records.get(keyOf(intent)) ?? '';
    const belief = homes.get(record) ?? '';
    const revision = places.get(`${belief} ${record}`);
    if (belief === intent.belief_id && revision === intent.revision) continue;
    leaving.push(intent);
    if (revision !== undefined)
      arriving.push([belief, 'intent', 'author_intent', revision, intent.observed_at, JSON.stringify(intent.body)]);
  }
  await closeParts(
    trx,
    release,
    leaving.map((intent) => ({ ...intent, kind: 'intent', part_id: 'author_intent' })),
  );
  await replaceRows(trx, release, partTable, arriving);
  add(withdrawn, 'intent', leaving.length - arriving.length);
}
