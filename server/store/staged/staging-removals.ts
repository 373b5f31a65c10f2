// Takes out of staging what was removed: a correction that waits for its release would bring the words back.
import type { Collection, Trx } from '../engine/db.ts';
import { type DerivedKind, derivedIdSql } from '../engine/ids.ts';
import { rowsOf, run } from '../published/publish-rows.ts';

const field = (name: string): string => `(s.body::jsonb ->> '${name}')`;
const first = `split_part(s.key, ' ', 1)`;
/** Parts of a revision go with it, and with its belief. */
const ofRevision = (beliefId: string): string[] => {
  const belief = derivedIdSql('belief', beliefId);
  return [belief, `${belief} || ' ' || split_part(s.key, ' ', 2)`];
};
const part = (kind: DerivedKind): string[] => [derivedIdSql(kind, first), ...ofRevision(field('belief_id'))];

/** The kinds of staged records, and the ids whose removal takes each of them along: its own, and what it is a piece of. */
const goesWith: { readonly [kind: string]: readonly string[] } = {
  source: [derivedIdSql('source', 's.key')],
  evidence: [derivedIdSql('evidence', 's.key')],
  statement: [derivedIdSql('evidence', 's.key'), derivedIdSql('citation', 's.key')],
  citation: [derivedIdSql('citation', 's.key'), derivedIdSql('evidence', field('evidence_id'))],
  belief: [derivedIdSql('belief', 's.key')],
  revision: ofRevision(first),
  claim: part('claim'),
  condition: part('condition'),
  intent: ofRevision(first),
  target: part('target'),
  note: part('note'),
};

export async function dropStaged(trx: Trx, collection: Collection, ids: readonly string[]): Promise<number> {
  const cases = Object.entries(goesWith).map(([kind, of]) => `when '${kind}' then array[${of.join(', ')}]`);
  // In two statements: a cluster refuses such functions in the condition of a change.
  const dropped = async (table: string): Promise<number> => {
    const gone = await rowsOf<{ kind: string; key: string; content_hash: Buffer }>(
      trx,
      `select s.kind, s.key, s.content_hash from ${table} s
        where s.collection = ? and (case s.kind ${cases.join(' ')} end) && ?::text[]`,
      [collection, ids],
    );
    return run(
      trx,
      `delete from ${table} s using unnest(?::text[], ?::text[], ?::bytea[]) as g(kind, key, content_hash)
        where s.collection = ? and s.kind = g.kind and s.key = g.key and s.content_hash = g.content_hash`,
      [gone.map(({ kind }) => kind), gone.map(({ key }) => key), gone.map((row) => row.content_hash), collection],
    );
  };
  return (await dropped('staged')) + (await dropped('staged_replaced'));
}
