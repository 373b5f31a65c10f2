// Courses of the beliefs about entities: every row of them and of their revisions, the source of states at any cutoff.
import type { Collection, Db, Instant } from '../engine/db.ts';
import { type Fragment, raw, sql } from '../engine/fragment.ts';
import { read, readTogether } from '../engine/read.ts';
import { type Versions, knownVersion } from './eligible.ts';
import {
  type OpenedBelief,
  type SaidByRevision,
  isUnmoving,
  openedBy,
  openedKinds,
  saidBy,
  saidKinds,
} from './read-beliefs.ts';

/** A row of a belief, and the versions that have it. */
export type BeliefVersion = OpenedBelief & Versions & { counts_from: Instant };

/** A row of a revision, likewise. */
export type RevisionVersion = SaidByRevision &
  Versions & {
    belief_id: string;
    /** Late statements, and reviews of a view's conditions. */
    is_unmoving: boolean;
  };

/** Limit of the rows of each kind: more would hold up other answers while they are parsed. */
export const COURSES_ROWS_MAX = 4_096;

const versionKinds = { from_version: 'plain', until_version: 'plain' } as const;
const beliefKinds = { ...openedKinds, counts_from: 'instant', ...versionKinds } as const;
const revisionKinds = { belief_id: 'plain', ...saidKinds, is_unmoving: 'plain', ...versionKinds } as const;

/** Rows of these entities in this collection; one more than the limit shows that there are too many. */
function about(table: 'belief' | 'revision', { columns, collection, entityIds }: RowQuestion): Fragment {
  return sql`
    select ${columns}, t.from_version, t.to_version as until_version
      from ${raw(table)} t where t.collection = ${collection} and t.entity_id = any(${[...entityIds]}::uuid[])
     limit ${raw(String(COURSES_ROWS_MAX + 1))}`;
}

type RowQuestion = { columns: Fragment; collection: Collection; entityIds: readonly string[] };

/** The rows in no order, all as of one moment of the store. */
export function readCourses(db: Db, collection: Collection, entityIds: readonly string[]) {
  const asked = { collection, entityIds };
  return readTogether(db, {
    known: read<{ version: number }>({ version: 'plain' }, sql`select ${knownVersion(collection)} as version`),
    beliefs: read<BeliefVersion>(
      beliefKinds,
      about('belief', { ...asked, columns: sql`${openedBy('t')}, t.observed_at as counts_from` }),
    ),
    revisions: read<RevisionVersion>(
      revisionKinds,
      about('revision', {
        ...asked,
        columns: sql`t.belief_id, ${saidBy('t')}, ${isUnmoving('t')} as is_unmoving`,
      }),
    ),
  });
}
