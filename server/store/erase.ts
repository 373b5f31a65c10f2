// Deletes what was removed, from every version: the words are gone, and what rested on them alone with them.
import type { Collection, Db, Trx } from './db.ts';
import { spansTold, type BeliefSpan, type RevisionSpan } from './belief-spans.ts';
import { groupedBy } from './grouped.ts';
import { derivedIdSql } from './ids.ts';
import { rowsOf, run, unnest } from './publish-rows.ts';
import type { PartRef } from './rests-on.ts';
import { add, type RevisionKey, type Tally } from './withdraw.ts';

type Ids = { collection: Collection; ids: readonly string[] };

const columns = { source: 'source_id', evidence: 'evidence_id', citation: 'citation_id' } as const;

/** Sources, evidence or citations; how many records there were, whatever the number of their versions. */
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

/** Beliefs with all that they say; each revision and each part of one counts once, whatever the number of its versions. */
export async function eraseBeliefs(trx: Trx, { collection, ids }: Ids): Promise<{ tally: Tally; words: string[] }> {
  const tally: Tally = new Map();
  if (ids.length === 0) return { tally, words: [] };
  const where = 'where collection = ? and belief_id = any(?::text[])';
  const distinct = async (table: string, kind: string, key: string): Promise<void> => {
    const rows = await rowsOf<{ kind: string; count: number }>(
      trx,
      `with gone as (delete from ${table} ${where} returning ${kind} as kind, ${key} as key)
       select kind, count(distinct key)::integer as count from gone group by kind order by kind`,
      [collection, ids],
    );
    for (const row of rows) add(tally, row.kind, row.count);
  };
  const parts = await rowsOf<Worded>(trx, `select ${worded} from belief_part t ${where}`, [collection, ids]);
  await distinct('belief_part', 'kind', `belief_id || ' ' || kind || ' ' || part_id || ' ' || revision`);
  await distinct('revision', `'revision'`, `belief_id || ' ' || revision`);
  await distinct('belief', `'belief'`, 'belief_id');
  return { tally, words: wordsOf(parts) };
}

/** The revisions that tell what these citations lead to, each row of every version; the numbers of which none is left. */
export async function eraseRevisions(
  trx: Trx,
  { collection, ids }: Ids,
  found: readonly RevisionKey[],
): Promise<RevisionKey[]> {
  if (found.length === 0) return [];
  const asked = unnest(
    [
      ['belief_id', 'text'],
      ['revision', 'integer'],
    ],
    found.map((row) => [row.belief_id, row.revision]),
  );
  const same = 't.collection = ? and t.belief_id = r.belief_id and t.revision = r.revision';
  const own = derivedIdSql('citation', 't.record_key');
  await run(
    trx,
    `delete from revision t using ${asked.sql}
      where ${same} and (t.source_citation_id = any(?::text[]) or (t.late and ${own} = any(?::text[])))`,
    [...asked.bindings, collection, ids, ids],
  );
  return rowsOf<RevisionKey>(
    trx,
    `select r.belief_id, r.revision from ${asked.sql} where not exists (select 1 from revision t where ${same})`,
    [...asked.bindings, collection],
  );
}

/** What the revisions that are gone had stated. */
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

const partColumns: [string, string][] = [
  ['belief_id', 'text'],
  ['kind', 'text'],
  ['part_id', 'text'],
  ['revision', 'integer'],
  ['from_version', 'integer'],
];
const samePart = partColumns.map(([name]) => `t.${name} = r.${name}`).join(' and ');
const cells = (p: PartRef): (string | number)[] => [p.belief_id, p.kind, p.part_id, p.revision, p.from_version];

type Worded = { kind: string; statement: string | null };

const worded = `t.kind, t.body ->> 'statement' as statement`;

/** Of conditions and notes, of which documents tell the words and no id. */
function wordsOf(parts: readonly Worded[]): string[] {
  return parts.flatMap(({ kind, statement }) =>
    (kind === 'condition' || kind === 'note') && statement !== null ? [statement] : [],
  );
}

/** Rows of parts; the ids of claims, conditions, targets and notes of which nothing is left, and the words that went. */
export async function eraseParts(
  trx: Trx,
  collection: Collection,
  parts: readonly PartRef[],
): Promise<{ ids: string[]; words: string[] }> {
  if (parts.length === 0) return { ids: [], words: [] };
  const asked = unnest(partColumns, parts.map(cells));
  const gone = await rowsOf<Worded>(
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
    [...partColumns, ['body', 'text']],
    parts.map((part) => [...cells(part), JSON.stringify(part.left)]),
  );
  await run(
    trx,
    `update belief_part t set body = r.body::jsonb from ${asked.sql} where t.collection = ? and ${samePart}`,
    [...asked.bindings, collection],
  );
}

type Told = { belief_id: string; entity_id: string; person_id: string; origin: string };

/** Beliefs that lost revisions: each is told in the versions that still have one; the ids of those that none tells. */
export async function respanBeliefs(trx: Trx, collection: Collection, ids: readonly string[]): Promise<string[]> {
  const where = 'where collection = ? and belief_id = any(?::text[]) order by belief_id, from_version';
  const beliefs = await rowsOf<Told & BeliefSpan>(
    trx,
    `select belief_id, entity_id, person_id, origin, observed_at, from_version, to_version, withdrawn_reason from belief ${where}`,
    [collection, ids],
  );
  const revisions = await rowsOf<{ belief_id: string } & RevisionSpan>(
    trx,
    `select belief_id, observed_at, late, status, from_version, to_version from revision ${where}`,
    [collection, ids],
  );
  const courses = groupedBy(revisions, beliefOf);
  const untold: string[] = [];
  for (const [id, own] of groupedBy(beliefs, beliefOf)) {
    const spans = spansTold(own, courses.get(id) ?? []);
    const [belief] = own;
    if (spans.length === 0) untold.push(id);
    else if (belief !== undefined) await rewriteBelief(trx, collection, { belief, spans });
  }
  return untold;
}

const beliefOf = ({ belief_id: id }: { belief_id: string }): string => id;

async function rewriteBelief(
  trx: Trx,
  collection: Collection,
  { belief, spans }: { belief: Told; spans: readonly BeliefSpan[] },
): Promise<void> {
  await run(trx, 'delete from belief where collection = ? and belief_id = ?', [collection, belief.belief_id]);
  const { belief_id, entity_id, person_id, origin } = belief;
  await trx('belief').insert(spans.map((span) => ({ collection, belief_id, entity_id, person_id, origin, ...span })));
}

/** Whether these bytes, as JSON, name one of the ids that stand for its question mark. */
const mentions = (bytes: string): string =>
  `exists (select 1 from regexp_matches(convert_from(${bytes}, 'UTF8'), '"([a-z]{3}_[^"\\\\]*)"', 'g') as m(ids)
             join unnest(?::text[]) as g(id) on g.id = m.ids[1])`;

/** Documents cut long words short. */
const CHARACTERS_COMPARED = 60;

/** As a document writes these words, or the beginning of longer ones. */
function written(words: string): string {
  const characters = Array.from(words);
  const whole = JSON.stringify(characters.slice(0, CHARACTERS_COMPARED).join(''));
  return characters.length <= CHARACTERS_COMPARED ? whole : whole.slice(0, -1);
}

/** Ids are derived, so that the same records have the same ids in both collections. */
const heldIn = (collection: string): string =>
  ['source', 'evidence', 'citation', 'belief']
    .map((table) => `exists (select 1 from ${table} t where t.collection = ${collection} and t.${table}_id = g.id)`)
    .join(' or ');

export type Blanked = { collection: Collection; ids: readonly string[]; words?: readonly string[]; reason: string };

/**
 * Bodies of the collection that were delivered and mention one of these ids, or tell one of these words: their bytes are
 * deleted, and a repetition of the call is told why. A record that the other collection goes on telling is kept for it.
 */
export async function blankKeptBodies(db: Db, { collection, ids, words = [], reason }: Blanked): Promise<number> {
  const other: Collection = collection === 'live' ? 'preview' : 'live';
  const blanked = await run(
    db,
    `update kept_body set bytes = null, frame = null, records = null, removed_reason = ?
      where digest in (
        select digest from (select digest, bytes, convert_from(bytes, 'UTF8') as text
                              from delivered_body where bytes is not null) b
         where position(? in text) = 0
           and (${mentions('bytes')} or exists (select 1 from unnest(?::text[]) as w(words) where position(w.words in text) > 0)))`,
    [reason, `"mode":"${other}"`, ids, words.map(written)],
  );
  const only = await rowsOf<{ id: string }>(
    db,
    `select g.id from unnest(?::text[]) as g(id) where not (${heldIn('?')})`,
    [ids, other, other, other, other],
  );
  await run(db, `update kept_record set bytes = null where bytes is not null and ${mentions('bytes')}`, [
    only.map(({ id }) => id),
  ]);
  return blanked;
}
