// Invariants of a store after any withdrawal or removal, and the research that its live collection shows now.
import type { Db } from '../engine/db.ts';
import { OPEN_VERSION } from '../migrations/001-020/001-research.ts';
import { rowsOf } from '../published/publish-rows.ts';
import { researchTables } from '../published/collection-corpus.ts';

const at = (alias: string, version: string): string =>
  `${alias}.collection = 'live' and ${alias}.from_version <= ${version} and ${alias}.to_version > ${version}`;

/** Questions that must find nothing, at each version: `v` is one. */
const contradictions: { [what: string]: string } = {
  'a revision cites what leads to no evidence': `
    select r.belief_id, r.revision from revision r
     cross join lateral unnest(r.also_cites || array[r.source_citation_id, r.said_citation_id]) as cited(id)
     where ${at('r', 'v.version')} and cited.id is not null and not exists (
      select 1 from citation c join evidence e on e.evidence_id = c.evidence_id and ${at('e', 'v.version')}
               join source s on s.source_id = e.source_id and ${at('s', 'v.version')}
       where c.citation_id = cited.id and ${at('c', 'v.version')})`,
  'a part cites what leads to no evidence': `
    select p.belief_id, p.revision from belief_part p
     cross join lateral regexp_matches(p.body::text, '"(cit_[^"]*)"', 'g') as m(ids)
     where ${at('p', 'v.version')} and not exists (
      select 1 from citation c join evidence e on e.evidence_id = c.evidence_id and ${at('e', 'v.version')}
               join source s on s.source_id = e.source_id and ${at('s', 'v.version')}
       where c.citation_id = m.ids[1] and ${at('c', 'v.version')})`,
  'a part stands without its revision': `
    select p.belief_id, p.revision from belief_part p where ${at('p', 'v.version')} and not exists (
      select 1 from revision r
       where ${at('r', 'v.version')} and r.belief_id = p.belief_id and r.revision = p.revision)`,
  'a revision stands without its belief': `
    select r.belief_id, r.revision from revision r where ${at('r', 'v.version')} and not exists (
      select 1 from belief b where ${at('b', 'v.version')} and b.belief_id = r.belief_id)`,
  'a belief does not begin with the first revision that states it': `
    select b.belief_id, 0 from belief b where ${at('b', 'v.version')} and b.observed_at is distinct from (
      select min(r.observed_at) from revision r
       where ${at('r', 'v.version')} and r.belief_id = b.belief_id and not r.late and (r.body -> 'review') is null
         and (r.body ->> 'opens' is not null or r.status not in ('reversed', 'resolved', 'abandoned')))`,
  // By day: a statement that is known to the day stands at its noon, next to others of the same morning or evening.
  'a direction holds since a day before its belief begins': `
    select r.belief_id, r.revision from revision r join belief b on b.belief_id = r.belief_id and ${at('b', 'v.version')}
     where ${at('r', 'v.version')}
       and date_trunc('day', least(r.body ->> 'direction_since', r.body ->> 'direction_stated_at')::timestamptz, 'UTC')
         < date_trunc('day', coalesce(b.observed_as, b.observed_at), 'UTC')`,
  'a step is not assessed by the newest review': `
    select r.belief_id, r.revision from revision r
      join belief b on b.belief_id = r.belief_id and ${at('b', 'v.version')} and b.origin = 'statement'
     where ${at('r', 'v.version')} and (r.body -> 'review') is null and r.validity is distinct from coalesce((
      select n.validity from revision n
       where ${at('n', 'v.version')} and n.belief_id = r.belief_id and (n.body -> 'review') is not null
         and n.observed_at <= r.observed_at
       order by n.observed_at desc, n.revision desc limit 1), 'unknown')`,
  'an intent lost every citation': `
    select p.belief_id, p.revision from belief_part p
     where ${at('p', 'v.version')} and p.kind = 'intent' and p.body ->> 'citation_ids' = '[]'`,
};

/** Broken invariants, by sentence and version. */
export async function contradictionsIn(db: Db): Promise<string[]> {
  const found: string[] = [];
  for (const [what, question] of Object.entries(contradictions)) {
    const rows = await rowsOf<{ version: number; id: string }>(
      db,
      `select v.version, q.id from release v cross join lateral (${question}) as q(id, number) where v.collection = 'live'`,
      [],
    );
    found.push(...rows.map(({ version, id }) => `${what}: ${id} in version ${version}`));
  }
  return found;
}

const kindsOf: [table: string, id: string, kind: string][] = [
  ['source', 'source_id', `'source'`],
  ['evidence', 'evidence_id', `'evidence'`],
  ['citation', 'citation_id', `'citation'`],
  ['belief', 'belief_id', `'belief'`],
  ['revision', 'belief_id', `'revision'`],
  ['belief_part', 'part_id', 'kind'],
];

/** How many rows readers see now, by kind. */
export async function openCounts(db: Db): Promise<{ [kind: string]: number }> {
  const parts = kindsOf.map(
    ([table, , kind]) =>
      `select ${kind} as kind from ${table} where collection = 'live' and to_version = ${OPEN_VERSION}`,
  );
  const rows = await rowsOf<{ kind: string; count: number }>(
    db,
    `select kind, count(*)::integer as count from (${parts.join(' union all ')}) t group by kind order by kind`,
    [],
  );
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]));
}

/** Every id that can be withdrawn now. */
export async function openRecordIds(db: Db): Promise<string[]> {
  const parts = kindsOf
    .filter(([table]) => table !== 'revision')
    .map(
      ([table, id]) => `select ${id} as id from ${table} where collection = 'live' and to_version = ${OPEN_VERSION}`,
    );
  const rows = await rowsOf<{ id: string }>(
    db,
    `select distinct id from (${parts.join(' union ')}) t where id like '___\\_%' order by id`,
    [],
  );
  return rows.map(({ id }) => id).filter((id) => !['author_intent', 'investment_case'].includes(id));
}

/** How many rows of any table, of any version, hold this text. */
export async function rowsHolding(db: Db, text: string): Promise<number> {
  const parts = researchTables.map((table) => `select to_jsonb(t)::text as row from ${table} t`);
  const [found] = await rowsOf<{ count: number }>(
    db,
    `select count(*)::integer as count from (${parts.join(' union all ')}) every where position(? in row) > 0`,
    [text],
  );
  return found?.count ?? -1;
}
