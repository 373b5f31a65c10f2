// A page of changes between two cutoffs, with everything that it cites, within its bound in bytes.
import type { ChangeItem, ChangesPage } from '../../generated/api.ts';
import type { Change } from '../measures/changes/change.ts';
import type { CitationRow } from '../store/known/read-citations.ts';
import type { EntityRow } from '../store/known/read-entities.ts';
import type { PersonRow } from '../store/known/read-people.ts';
import type { Instant } from '../store/engine/db.ts';
import { citation } from './citation.ts';
import { leftOutWarnings } from './left-out.ts';
import { citationLimits } from './limitations.ts';
import { type PagePlace, listStatus, pagination } from './list-status.ts';
import { textOf } from './revisions.ts';
import { personOf } from './view.ts';

/** Bytes of the UTF-8 body of a page, before any compression. */
export const CHANGES_PAGE_BYTES_MAX = 160 * 1024;
/** Reserved for everything except changes and citations. */
const FRAME_BYTES = 12 * 1024;

export type SubjectChange = { entity: EntityRow; change: Change };

export type ChangesPageFacts = {
  place: PagePlace;
  since: Instant;
  changes: readonly ChangeItem[];
  /** Every citation of these changes, by id. */
  citations: readonly CitationRow[];
  /** Fewer changes than requested, because more of them do not fit. */
  cut: boolean;
  /** Changes that do not fit the contract, or that cite a record which does not. */
  leftOut: number;
};

type ChangeContext = {
  people: ReadonlyMap<string, PersonRow>;
  /** The address of the log's head at a release. */
  checkpointOf(release: number): string | null;
};

/** One change in the contract's shape. */
export function changeItem({ entity, change }: SubjectChange, { people, checkpointOf }: ChangeContext): ChangeItem {
  return {
    kind: change.kind,
    subject: { entity_id: entity.entity_id, kind: entity.kind, ticker: entity.ticker, name: entity.name },
    object: change.object,
    object_id: change.objectId,
    belief_id: change.beliefId,
    revision: change.revision,
    person: change.personId === null ? null : personOf(people, change.personId),
    before: change.before,
    after: change.after,
    direction_before: change.directionBefore,
    direction_after: change.directionAfter,
    statement: change.words === null ? null : textOf(change.words, 'summary', 'summarised', change.isCut),
    reason: change.reason,
    observed_at: change.observedAt,
    release: change.release,
    checkpoint: change.release === null ? null : checkpointOf(change.release),
    citation_ids: [...change.citationIds],
  };
}

/** Number of these changes that fit on one page, in their order; the first one always fits. */
export function changesThatFit(changes: readonly ChangeItem[], citations: readonly CitationRow[]): number {
  const sizes = new Map(citations.map((row) => [row.citation_id, sizeOf(citation(row))]));
  let all = FRAME_BYTES;
  for (const [index, change] of changes.entries()) {
    all += sizeOf(change);
    for (const id of change.citation_ids) {
      all += sizes.get(id) ?? 0;
      sizes.delete(id);
    }
    if (all > CHANGES_PAGE_BYTES_MAX) return Math.max(1, index);
  }
  return changes.length;
}

function sizeOf(record: object): number {
  return Buffer.byteLength(JSON.stringify(record)) + 1;
}

export function changesPage(facts: ChangesPageFacts): ChangesPage {
  const { place, since, changes, citations, leftOut } = facts;
  const cited = new Set(changes.flatMap(({ citation_ids: ids }) => ids));
  const shown = citations.filter(({ citation_id: id }) => cited.has(id));
  return {
    since,
    as_of: place.asOf,
    data: { changes: [...changes], citations: shown.map(citation) },
    data_status: listStatus(place, {
      observed: changes.flatMap((change) => (isObserved(change) ? [change.observed_at] : [])),
      count: changes.length,
      without: 'Nothing changed between the two cutoffs.',
      limits: citationLimits(shown),
      leftOut,
    }),
    warnings: warnings(facts),
    pagination: pagination(place),
  };
}

/** A withdrawal has the time of its release instead of an observation. */
function isObserved(change: ChangeItem): change is ChangeItem & { observed_at: Instant } {
  return change.observed_at !== null && !change.kind.endsWith('_withdrawn');
}

function warnings({ cut, leftOut, changes }: ChangesPageFacts): ChangesPage['warnings'] {
  const unfit = leftOutWarnings(leftOut, '/data/changes');
  if (!cut) return unfit;
  return [
    ...unfit,
    {
      code: 'page-byte-cap',
      message: `Only ${changes.length} changes fit within ${CHANGES_PAGE_BYTES_MAX} bytes, fewer than limit; the next page goes on from here.`,
      pointer: '/data/changes',
    },
  ];
}
