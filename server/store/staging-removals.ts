// Takes out of staging what was removed: a correction that waits for its release would bring the words back.
import type { Collection, Trx } from './db.ts';
import { run } from './publish-rows.ts';

/** The kinds of staged records, and the public id that each of them would be released under. */
const releasedAs = [
  ['source', 'source', 'src_'],
  ['evidence', 'evidence', 'evd_'],
  ['statement', 'evidence', 'evd_'],
  ['citation', 'citation', 'cit_'],
  ['belief', 'belief', 'bel_'],
] as const;

export async function dropStaged(trx: Trx, collection: Collection, ids: readonly string[]): Promise<number> {
  const cases = releasedAs.map(
    ([kind, derived, prefix]) =>
      `when '${kind}' then '${prefix}' || left(encode(sha256(convert_to('${derived}:' || s.key, 'UTF8')), 'hex'), 32)`,
  );
  return run(
    trx,
    `delete from staged s where s.collection = ? and (case s.kind ${cases.join(' ')} end) = any(?::text[])`,
    [collection, ids],
  );
}
