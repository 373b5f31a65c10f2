// What a record rests on, so that nothing new is told on withdrawn research, and what was withdrawn does not come back.
import type { Collection, Db } from '../../store/engine/db.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { revisionFacts } from '../../store/published/publish-lookups.ts';
import { statementLines } from '../../store/staged/import-lookups.ts';
import { removedAmong } from '../../store/published/removals.ts';
import { goneIds } from '../../store/published/withdraw.ts';
import type { Faults } from '../files/faults.ts';
import type { Loading } from '../files/loading.ts';
import type { ParsedRecord } from '../records/parse-record.ts';
import type { BundleRecord, RevisionRecord } from '../records/records.ts';
import { referencesOf } from './references.ts';

export type BaseTable = 'source' | 'evidence' | 'citation' | 'belief';

export type Base = { table: BaseTable; id: string; field: string; is: 'itself' | 'base' };

const isTable = (kind: string): kind is BaseTable => ['source', 'evidence', 'citation', 'belief'].includes(kind);

export type Judged = { record: BundleRecord; line: number; replaces: boolean };

/** The records that this one needs, by their public ids; and itself under its own, where it takes the place of another row. */
export function basesOf({ record, line, replaces }: Judged): Base[] {
  const own = replaces ? itself(record) : [];
  if (record.type === 'statement') {
    return [...own, { table: 'source', id: derivedId('source', record.dataset), field: 'dataset', is: 'base' }];
  }
  const bases = referencesOf(record, line).flatMap(({ to, key, field }): Base[] =>
    isTable(to) ? [{ table: to, id: derivedId(to, key), field, is: 'base' }] : [],
  );
  return [...bases, ...own];
}

/** Claims and what else belongs to a revision may be stated again on other evidence: only what has an address of its own is final. */
function itself(record: BundleRecord): Base[] {
  switch (record.type) {
    case 'source':
      return [{ table: 'source', id: derivedId('source', record.source_id), field: 'source_id', is: 'itself' }];
    case 'evidence':
      return [{ table: 'evidence', id: derivedId('evidence', record.evidence_id), field: 'evidence_id', is: 'itself' }];
    case 'citation':
      return [{ table: 'citation', id: derivedId('citation', record.citation_id), field: 'citation_id', is: 'itself' }];
    case 'statement':
      return (['evidence', 'citation'] as const).map((table) => {
        return { table, id: derivedId(table, record.record_id), field: 'record_id', is: 'itself' };
      });
    default:
      return [];
  }
}

/** Those of these bases that were withdrawn or removed, as `table id`. */
export async function withdrawnAmong(db: Db, collection: Collection, bases: readonly Base[]): Promise<Set<string>> {
  const gone = new Set<string>();
  for (const table of new Set(bases.map((base) => base.table))) {
    const ids = [...new Set(bases.filter((base) => base.table === table).map(({ id }) => id))];
    for (const id of await goneIds(db, collection, { table, ids })) gone.add(`${table} ${id}`);
  }
  return gone;
}

/** Refuses what is new and rests on withdrawn research, and what would bring back what was withdrawn. */
export async function checkBases(
  { db, collection }: Loading,
  { added, replacing }: { added: readonly ParsedRecord[]; replacing: readonly ParsedRecord[] },
  faults: Faults,
): Promise<void> {
  const judged = [
    ...added.map(({ record, line }) => ({ record, line, replaces: false })),
    ...replacing.map(({ record, line }) => ({ record, line, replaces: true })),
  ];
  // The datasets of statements are judged at once.
  const own = (one: Judged): Base[] =>
    basesOf(one).filter(({ is }) => is === 'itself' || one.record.type !== 'statement');
  const bases = judged.flatMap((one) => own(one).map((base) => ({ ...base, line: one.line })));
  const gone = await withdrawnAmong(db, collection, bases);
  const told = new Set<number>();
  for (const { table, id, field, line, is } of bases) {
    if (!gone.has(`${table} ${id}`) || (is === 'itself' && told.has(line))) continue;
    if (is === 'itself') told.add(line);
    if (is === 'itself') faults.add({ line, field }, `this ${table} was withdrawn (${id})`, 'load it under a new id');
    else faults.add({ line, field }, `the ${table} was withdrawn (${id})`, `rest it on a ${table} that is released`);
  }
  await checkParts({ db, collection }, [...added, ...replacing], faults);
  const revisions = replacing.flatMap(({ record, line }) => (record.type === 'revision' ? [{ record, line }] : []));
  for (const revision of revisions) await checkRevision({ db, collection }, revision, faults);
}

/** Refuses new statements of datasets that were withdrawn. */
export async function checkDatasets(
  { db, collection }: Loading,
  importId: number,
  datasets: Iterable<string>,
  faults: Faults,
): Promise<void> {
  const bases = [...datasets].map((dataset) => ({ dataset, id: derivedId('source', dataset) }));
  const gone = await goneIds(db, collection, { table: 'source', ids: bases.map(({ id }) => id) });
  const withdrawn = bases.filter(({ id }) => gone.has(id));
  if (withdrawn.length === 0) return;
  const values = withdrawn.map(({ dataset }) => dataset);
  const lines = await statementLines(db, importId, { path: ['dataset'], values, outcomes: ['new', 'replaced'] });
  for (const { dataset, id } of withdrawn) {
    for (const line of lines.get(dataset) ?? [])
      faults.add(
        { line, field: 'dataset' },
        `the source was withdrawn (${id})`,
        'rest it on a source that is released',
      );
  }
}

/** What was only withdrawn may be stated again under its id; what was removed answers 451 there for ever. */
async function checkParts(
  { db, collection }: Pick<Loading, 'db' | 'collection'>,
  records: readonly ParsedRecord[],
  faults: Faults,
): Promise<void> {
  const parts = records.flatMap(({ record, line }) => {
    const id = partId(record);
    return id === null ? [] : [{ line, type: record.type, id }];
  });
  const removed = await removedAmong(
    db,
    collection,
    parts.map(({ id }) => id),
  );
  for (const { line, type, id } of parts) {
    if (!removed.has(id)) continue;
    faults.add({ line, field: `${type}_id` }, `this ${type} was removed (${id})`, 'leave it out');
  }
}

function partId(record: BundleRecord): string | null {
  switch (record.type) {
    case 'claim':
      return derivedId('claim', record.claim_id);
    case 'condition':
      return derivedId('condition', record.condition_id);
    case 'target':
      return derivedId('target', record.target_id);
    case 'note':
      return derivedId('note', record.note_id);
    default:
      return null;
  }
}

async function checkRevision(
  { db, collection }: Pick<Loading, 'db' | 'collection'>,
  { record, line }: { record: RevisionRecord; line: number },
  faults: Faults,
): Promise<void> {
  const beliefId = derivedId('belief', record.belief_id);
  const course = (await revisionFacts(db, collection, [beliefId])).get(beliefId);
  // Of a belief that is withdrawn as a whole, the reference to it is refused.
  if (course === undefined || course.some((fact) => fact.revision === record.revision)) return;
  faults.add({ line, field: 'corrects' }, 'this revision was withdrawn', 'state what holds in a further revision');
}
