// Rows that a release itself has opened and that it deletes again: a course that is derived twice in one release.
import type { Trx } from '../engine/db.ts';
import { run, type Release } from './publish-rows.ts';
import type { PartKey, RevisionKey } from './withdraw.ts';

/** Deletes rows that this release itself has opened in these beliefs. */
export async function dropOpened(
  trx: Trx,
  { collection, version }: Release,
  beliefIds: readonly string[],
): Promise<void> {
  if (beliefIds.length === 0) return;
  for (const table of ['belief_part', 'revision', 'belief'])
    await run(trx, `delete from ${table} where collection = ? and belief_id = any(?::text[]) and from_version = ?`, [
      collection,
      beliefIds,
      version,
    ]);
}

/** Deletes revisions that this release itself has opened. */
export async function dropRevisions(
  trx: Trx,
  { collection, version }: Release,
  keys: readonly RevisionKey[],
): Promise<void> {
  await run(
    trx,
    `delete from revision t using unnest(?::text[], ?::integer[]) as g(belief_id, revision)
      where t.collection = ? and t.belief_id = g.belief_id and t.revision = g.revision and t.from_version = ?`,
    [keys.map((key) => key.belief_id), keys.map((key) => key.revision), collection, version],
  );
}

/** Deletes parts that this release itself has opened. */
export async function dropParts(trx: Trx, { collection, version }: Release, keys: readonly PartKey[]): Promise<void> {
  await run(
    trx,
    `delete from belief_part t using unnest(?::text[], ?::text[], ?::text[], ?::integer[]) as g(belief_id, kind, part_id, revision)
      where t.collection = ? and t.belief_id = g.belief_id and t.kind = g.kind and t.part_id = g.part_id
        and t.revision = g.revision and t.from_version = ?`,
    [
      keys.map((key) => key.belief_id),
      keys.map((key) => key.kind),
      keys.map((key) => key.part_id),
      keys.map((key) => key.revision),
      collection,
      version,
    ],
  );
}
