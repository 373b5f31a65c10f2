// Directions of bundle beliefs, computed again after a correction or a withdrawal changed their course: only rows that differ.
import { groupedBy } from '../../store/engine/grouped.ts';
import { openRevisions, revisionRow, type FullRevision } from '../../store/published/publish-corrections.ts';
import { replaceRows } from '../../store/published/publish-rows.ts';
import { revisionTable } from '../../store/published/publish-tables.ts';
import {
  directionAfter,
  directionBody,
  type DirectionBasis,
  type DirectionFacts,
  type DirectionStep,
} from '../records/directions.ts';
import type { ReleaseContext } from '../release/release-identity.ts';

type Step = Pick<FullRevision, 'observed_at' | 'observed_as' | 'direction' | 'status' | 'body'>;

/** Every revision of a bundle states its direction. */
export function bundleStep({ observed_at, observed_as, direction, status, body }: Step): DirectionStep {
  return {
    stated: { at: observed_as ?? observed_at, isDay: observed_as !== null },
    direction,
    ownDirection: direction,
    ownBasis: (body['stated_basis'] as DirectionBasis | undefined) ?? 'unknown',
    isReversal: status === 'reversed',
    isSimultaneous: false,
  };
}

const written = [
  'direction_basis',
  'direction_since',
  'direction_since_day',
  'direction_stated_at',
  'turned_from',
  'simultaneous',
] as const;

/** How many rows were written anew. */
export async function settleDirections(
  { trx, release }: Pick<ReleaseContext, 'trx' | 'release'>,
  beliefIds: readonly string[],
): Promise<number> {
  const courses = groupedBy(await openRevisions(trx, release.collection, beliefIds), (row) => row.belief_id);
  const changed = [...courses.values()].flatMap(directed);
  await replaceRows(trx, release, revisionTable, changed.map(revisionRow));
  return changed.length;
}

function directed(course: readonly FullRevision[]): FullRevision[] {
  let before: DirectionFacts | null = null;
  const changed: FullRevision[] = [];
  for (const row of course) {
    before = directionAfter(before, bundleStep(row));
    const told: { [name: string]: unknown } = { ...directionBody(before) };
    if (written.every((name) => row.body[name] === told[name])) continue;
    const rest = Object.fromEntries(Object.entries(row.body).filter(([name]) => !written.some((one) => one === name)));
    changed.push({ ...row, body: { ...rest, ...told } });
  }
  return changed;
}
