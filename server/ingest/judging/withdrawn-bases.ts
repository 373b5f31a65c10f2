// Bases of a record: new research may not rest on withdrawn research, and withdrawn research does not come back.
import type { Collection, Db } from '../../store/engine/db.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { statementLines } from '../../store/staged/import-lookups.ts';
import { removedAmong } from '../../store/published/removals.ts';
import { goneIds } from '../../store/published/withdraw.ts';
import type { Faults } from '../files/faults.ts';
import type { ImportOptions } from '../files/loading.ts';
import type { BundleRecord } from '../records/records.ts';
import { referencesOf } from './references.ts';

export type BaseTable = 'source' | 'evidence' | 'citation' | 'belief';

export type Base = { table: BaseTable; id: string; field: string; is: 'itself' | 'base' };

const isTable = (kind: string): kind is BaseTable => ['source', 'evidence', 'citation', 'belief'].includes(kind);

export type RecordChange = { record: BundleRecord; replaces: boolean };

/** The records that this one needs, by their public ids; and itself under its own, where it takes the place of another row. */
export function basesOf({ record, replaces }: RecordChange): Base[] {
  const own = replaces ? itself(record) : [];
  if (record.type === 'statement') {
    return [...own, { table: 'source', id: derivedId('source', record.dataset), field: 'dataset', is: 'base' }];
  }
  const bases = referencesOf(record).flatMap(({ to, key, field }): Base[] =>
    isTable(to) ? [{ table: to, id: derivedId(to, key), field, is: 'base' }] : [],
  );
  return [...bases, ...own];
}

/** Parts of a revision, such as claims, may be stated again on other evidence: only a record with its own address is final. */
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

/** Refuses new statements of datasets that were withdrawn. */
export async function checkDatasets(
  { db, collection, restate }: ImportOptions,
  importId: number,
  datasets: Iterable<string>,
  faults: Faults,
): Promise<void> {
  const bases = [...datasets].map((dataset) => ({ dataset, id: derivedId('source', dataset) }));
  const ids = bases.map(({ id }) => id);
  const gone =
    restate === undefined
      ? await goneIds(db, collection, { table: 'source', ids })
      : await removedAmong(db, collection, ids);
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
