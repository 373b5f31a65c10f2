// Takes out of staging what was removed: a correction that waits for its release would bring the words back.
import type { Collection, Trx } from './db.ts';
import { run } from './publish-rows.ts';

/** The public id that a source's own id gives rise to. */
const idOf = (prefix: string, kind: string, key: string): string =>
  `'${prefix}_' || left(encode(sha256(convert_to('${kind}:' || ${key}, 'UTF8')), 'hex'), 32)`;

const field = (name: string): string => `(s.body::jsonb ->> '${name}')`;
const first = `split_part(s.key, ' ', 1)`;
/** What a revision states goes with it, and with its belief. */
const ofRevision = (beliefId: string): string[] => {
  const belief = idOf('bel', 'belief', beliefId);
  return [belief, `${belief} || ' ' || split_part(s.key, ' ', 2)`];
};
const part = (prefix: string, kind: string): string[] => [idOf(prefix, kind, first), ...ofRevision(field('belief_id'))];

/** The kinds of staged records, and the ids whose removal takes each of them along: its own, and what it is a piece of. */
const goesWith: { readonly [kind: string]: readonly string[] } = {
  source: [idOf('src', 'source', 's.key')],
  evidence: [idOf('evd', 'evidence', 's.key')],
  statement: [idOf('evd', 'evidence', 's.key')],
  citation: [idOf('cit', 'citation', 's.key'), idOf('evd', 'evidence', field('evidence_id'))],
  belief: [idOf('bel', 'belief', 's.key')],
  revision: ofRevision(first),
  claim: part('clm', 'claim'),
  condition: part('cnd', 'condition'),
  intent: ofRevision(first),
  target: part('tgt', 'target'),
  note: part('nte', 'note'),
};

export async function dropStaged(trx: Trx, collection: Collection, ids: readonly string[]): Promise<number> {
  const cases = Object.entries(goesWith).map(([kind, of]) => `when '${kind}' then array[${of.join(', ')}]`);
  return run(trx, `delete from staged s where s.collection = ? and (case s.kind ${cases.join(' ')} end) && ?::text[]`, [
    collection,
    ids,
  ]);
}
