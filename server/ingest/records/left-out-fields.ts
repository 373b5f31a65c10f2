// Fields that an entity record leaves out keep the value of the record that is staged under its key.
import type { Collection, Db } from '../../store/engine/db.ts';
import { stagedBodies } from '../../store/staged/staging-lookups.ts';
import { normaliseRecord } from './normalise.ts';
import type { ParsedRecord } from './parse-record.ts';
import type { EntityRecord } from './records.ts';

/** The same records in their order, before they take the place of the staged ones. */
export async function withStagedFields(
  db: Db,
  collection: Collection,
  chunk: readonly ParsedRecord[],
): Promise<ParsedRecord[]> {
  const keys = chunk
    .filter(({ record }) => record.type === 'entity' && leftOut(record).length > 0)
    .map(({ key }) => key);
  const staged = await stagedBodies(db, { collection, kind: 'entity', keys });
  return chunk.map((parsed) => {
    const body = staged.get(parsed.key);
    if (body === undefined || parsed.record.type !== 'entity') return parsed;
    const earlier = JSON.parse(body) as EntityRecord;
    const kept = leftOut(parsed.record).map((field) => [field, earlier[field]]);
    return {
      ...parsed,
      ...normaliseRecord({ ...Object.fromEntries(kept), ...parsed.record }),
      corrects: parsed.corrects,
    };
  });
}

const ofEntities = ['name', 'cik'] as const;
const ofListings = [...ofEntities, 'exchange', 'figi', 'isin'] as const;

function leftOut(record: EntityRecord): (typeof ofListings)[number][] {
  const fields = record.kind === 'listing' ? ofListings : ofEntities;
  return fields.filter((field) => record[field] === undefined);
}
