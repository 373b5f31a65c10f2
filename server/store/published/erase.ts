// Deletes what was removed, from every version: the words are gone, and what rested on them alone with them.
import type { Collection, Db, Trx } from '../engine/db.ts';
import { spansTold, type BeliefSpan, type RevisionSpan } from './belief-spans.ts';
import { groupedBy } from '../engine/grouped.ts';
import { columnsOf, rowsOf, run, unnest } from './publish-rows.ts';
import type { PartRef } from './rests-on.ts';
import { clampDirections, keepWithin } from './erase-revisions.ts';
import { add, type RevisionKey, type Tally } from './withdraw.ts';

type Ids = { collection: Collection; ids: readonly string[] };

const columns = { source: 'source_id', evidence: 'evidence_id', citation: 'citation_id' } as const;

/** Sources, evidence or citations; returns the number of records, not of their versions. */
export async function eraseNamed(trx: Trx, table: keyof typeof columns, { collection, ids }: Ids): Promise<number> {
  if (ids.length === 0) return 0;
  const rows = await rowsOf<{ id: string }>(
    trx,
    `delete from ${table} t using unnest(?::text[]) as g(id) where t.collection = ? and t.${columns[table]} = g.id
     returning t.${columns[table]} as id`,
    [ids, collection],
  );
  return new Set(rows.map(({ id }) => id)).size;
}

/** Beliefs with all that they say; each revision and each part of one counts once, not once a version. */
export async function eraseBeliefs(trx: Trx, { collection, ids }: Ids): Promise<{ tally: Tally; words: Words[] }> {
  const tally: Tally = new Map();
  if (ids.length === 0) return { tally, words: [] };
  const where = 'where collection = ? and belief_id = any(?::text[])';
  const distinct = async (table: string, kind: string, key: string): Promise<void> => {
    const rows = await rowsOf<{ kind: string; count: number }>(
      trx,
      `select ${kind} as kind, count(distinct ${key})::integer as count from ${table} ${where} group by 1 order by 1`,
      [collection, ids],
    );
    await run(trx, `delete from ${table} ${where}`, [collection, ids]);
    for (const row of rows) add(tally, row.kind, row.count);
  };
  const parts = await rowsOf<PartText>(trx, `select ${worded} from belief_part t ${where}`, [collection, ids]);
  await distinct('belief_part', 'kind', `belief_id || ' ' || kind || ' ' || part_id || ' ' || revision`);
  await distinct('revision', `'revision'`, `belief_id || ' ' || revision`);
  await distinct('belief', `'belief'`, 'belief_id');
  return { tally, words: wordsOf(parts) };
}

/** The parts of the revisions that are gone. */
export async function partsStatedBy(
  trx: Trx,
  collection: Collection,
  keys: readonly RevisionKey[],
): Promise<PartRef[]> {
  return rowsOf(
    trx,
    `select p.belief_id, p.kind, p.part_id, p.revision, p.from_version
       from unnest(?::text[], ?::integer[]) as g(belief_id, revision)
       join belief_part p on p.collection = ? and p.belief_id = g.belief_id and p.revision = g.revision`,
    [keys.map((key) => key.belief_id), keys.map((key) => key.revision), collection],
  );
}

const partColumns = columnsOf('belief_id text, kind text, part_id text, revision integer, from_version integer');
const samePart = partColumns.map(([name]) => `t.${name} = r.${name}`).join(' and ');
const cells = (p: PartRef): (string | number)[] => [p.belief_id, p.kind, p.part_id, p.revision, p.from_version];

/** Words of a belief that documents show without an id. */
export type Words = { belief_id: string; words: string };

type PartText = { belief_id: string; kind: string; statement: string | null };

const worded = `t.belief_id, t.kind, t.body ->> 'statement' as statement`;

/** Words of conditions and notes: documents show them without an id. */
function wordsOf(parts: readonly PartText[]): Words[] {
  return parts.flatMap(({ belief_id, kind, statement }) =>
    (kind === 'condition' || kind === 'note') && statement !== null ? [{ belief_id, words: statement }] : [],
  );
}

/** Rows of parts; the ids of claims, conditions, targets and notes of which nothing is left, and the words that went. */
export async function eraseParts(
  trx: Trx,
  collection: Collection,
  parts: readonly PartRef[],
): Promise<{ ids: string[]; words: Words[] }> {
  if (parts.length === 0) return { ids: [], words: [] };
  const asked = unnest(partColumns, parts.map(cells));
  const gone = await rowsOf<PartText>(
    trx,
    `delete from belief_part t using ${asked.sql} where t.collection = ? and ${samePart} returning ${worded}`,
    [...asked.bindings, collection],
  );
  const named = parts.filter(({ kind }) => kind !== 'intent' && kind !== 'investment_case').map((part) => part.part_id);
  const rows = await rowsOf<{ id: string }>(
    trx,
    `select distinct g.id from unnest(?::text[]) as g(id)
      where not exists (select 1 from belief_part p where p.collection = ? and p.part_id = g.id)`,
    [named, collection],
  );
  return { ids: rows.map(({ id }) => id), words: wordsOf(gone) };
}

/** Rewrites bodies where they stand: the one place in which a released row changes. */
export async function shortenParts(
  trx: Trx,
  collection: Collection,
  parts: readonly (PartRef & { left: object })[],
): Promise<void> {
  if (parts.length === 0) return;
  const asked = unnest(
    [...partColumns, ...columnsOf('body text')],
    parts.map((part) => [...cells(part), JSON.stringify(part.left)]),
  );
  await run(
    trx,
    `update belief_part t set body = r.body::jsonb from ${asked.sql} where t.collection = ? and ${samePart}`,
    [...asked.bindings, collection],
  );
}

type BeliefOwner = { belief_id: string; entity_id: string; person_id: string; origin: string };

/** Limits beliefs that lost revisions to the versions that still have one; returns the ids of those without any. */
export async function respanBeliefs(trx: Trx, collection: Collection, ids: readonly string[]): Promise<string[]> {
  const where = 'where collection = ? and belief_id = any(?::text[]) order by belief_id, from_version';
  const beliefs = await rowsOf<BeliefOwner & BeliefSpan>(
    trx,
    `select belief_id, entity_id, person_id, origin, observed_at, observed_as, from_version, to_version, withdrawn_reason from belief ${where}`,
    [collection, ids],
  );
  const revisions = await rowsOf<{ belief_id: string } & RevisionSpan>(
    trx,
    `select belief_id, observed_at, observed_as, late or (body -> 'review') is not null as late, status, body ->> 'opens' is not null as opens, from_version, to_version from revision ${where}`,
    [collection, ids],
  );
  const courses = groupedBy(revisions, beliefOf);
  const untold: string[] = [];
  for (const [id, own] of groupedBy(beliefs, beliefOf)) {
    const spans = spansTold(own, courses.get(id) ?? []);
    const [belief] = own;
    if (spans.length === 0) untold.push(id);
    else if (belief !== undefined) {
      await rewriteBelief(trx, collection, { belief, spans });
      await keepWithin(trx, collection, { belief_id: id, spans });
    }
  }
  await clampDirections(trx, collection, ids);
  return untold;
}

const beliefOf = ({ belief_id: id }: { belief_id: string }): string => id;

async function rewriteBelief(
  trx: Trx,
  collection: Collection,
  { belief, spans }: { belief: BeliefOwner; spans: readonly BeliefSpan[] },
): Promise<void> {
  await run(trx, 'delete from belief where collection = ? and belief_id = ?', [collection, belief.belief_id]);
  const { belief_id, entity_id, person_id, origin } = belief;
  await trx('belief').insert(spans.map((span) => ({ collection, belief_id, entity_id, person_id, origin, ...span })));
}

/** The ids that a text of JSON names, as `m.ids[1]`. */
const namedIn = (text: string): string =>
  `regexp_matches(${text}, '"([a-z]{3}_[^"\\\\]*)"', 'g') with ordinality as m(ids, place)`;

/** Whether these bytes, as JSON, name one of the ids that stand for its question mark. */
const mentions = (bytes: string): string =>
  `exists (select 1 from ${namedIn(`convert_from(${bytes}, 'UTF8')`)} join unnest(?::text[]) as g(id) on g.id = m.ids[1])`;

export type BlankRequest = { collection: Collection; ids: readonly string[]; words?: readonly Words[]; reason: string };

/**
 * Delivered bodies of the collection that mention one of these ids, or show one of these words together with its belief.
 * Their bytes are deleted, and a replay of the call gets the reason.
 */
export async function blankKeptBodies(db: Db, { collection, ids, words = [], reason }: BlankRequest): Promise<number> {
  const other: Collection = collection === 'live' ? 'preview' : 'live';
  const beliefIds = [...new Set(words.map((one) => one.belief_id))];
  const told = words.map((one) => JSON.stringify(one.words));
  // Each body is read for ids once. Words are looked for only where their belief is named: they may be those of others too.
  const shown = await rowsOf<{ digest: Buffer }>(
    db,
    `select b.digest
       from (select digest, convert_from(bytes, 'UTF8') as text from delivered_body where bytes is not null) b
      cross join lateral (
        select coalesce(bool_or(g.is_gone), false) as is_named,
               array_agg(distinct g.id) filter (where not g.is_gone) as belief_ids
          from ${namedIn('b.text')}
          join (select unnest(?::text[]), true union all select unnest(?::text[]), false) as g(id, is_gone)
            on g.id = m.ids[1]) n
      where position(? in b.text) = 0
        and (n.is_named or exists (select 1 from unnest(?::text[], ?::text[]) as w(belief_id, words)
                                    where w.belief_id = any(n.belief_ids) and position(w.words in b.text) > 0))`,
    [ids, beliefIds, `"mode":"${other}"`, words.map((one) => one.belief_id), told],
  );
  // Separate: a cluster changes no rows that a view names. What is kept in between is emptied by the retention.
  const blanked = await run(
    db,
    'update kept_body set bytes = null, frame = null, records = null, removed_reason = ? where digest = any(?)',
    [reason, shown.map(({ digest }) => digest)],
  );
  await blankKeptRecords(db, ids, other);
  return blanked;
}

/** Ids are derived, so that the same records have the same ids in both collections. */
async function heldIn(db: Db, collection: Collection, ids: readonly string[]): Promise<string[]> {
  const tables = ['source', 'evidence', 'citation', 'belief'];
  const held = tables.map(
    (table) => `exists (select 1 from ${table} t where t.collection = ? and t.${table}_id = g.id)`,
  );
  const rows = await rowsOf<{ id: string }>(
    db,
    `select g.id from unnest(?::text[]) as g(id) where ${held.join(' or ')}`,
    [ids, ...tables.map(() => collection)],
  );
  return rows.map(({ id }) => id);
}

/**
 * A record whose id the other collection has too stays if a remaining body shows it. Else the whole row goes, so that the
 * other collection can keep the record again. If only this collection has the id, the row stays without its bytes, and no
 * running call brings them back.
 */
async function blankKeptRecords(db: Db, ids: readonly string[], other: Collection): Promise<void> {
  const shared = new Set(await heldIn(db, other, ids));
  const only = ids.filter((id) => !shared.has(id));
  await run(db, `update kept_record set bytes = null where bytes is not null and ${mentions('bytes')}`, [only]);
  if (shared.size === 0) return;
  const hidden = await rowsOf<{ digest: Buffer }>(
    db,
    `with mentioned as materialized (select digest from kept_record where bytes is not null and ${mentions('bytes')}),
     told as (
       select m.digest, b.digest as body from kept_body b
        cross join lateral generate_series(0, octet_length(b.records) / ${DIGEST_BYTES} - 1) as p(place)
         join mentioned m on m.digest = substring(b.records from p.place * ${DIGEST_BYTES} + 1 for ${DIGEST_BYTES}))
     select digest from mentioned
      -- A body of which another record is gone says nothing any more.
      where digest not in (select t.digest from told t join delivered_body d on d.digest = t.body where d.bytes is not null)`,
    [[...shared]],
  );
  await run(db, 'delete from kept_record where digest = any(?)', [hidden.map(({ digest }) => digest)]);
}

/** SHA-256. */
const DIGEST_BYTES = 32;
