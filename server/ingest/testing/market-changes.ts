// Differences between two answers of the same question, by pointers that name an item by its id.
import type { Documents, Fields } from './market.ts';

const idFields = [
  'claim_id',
  'target_id',
  'citation_id',
  'belief_id',
  'thesis_id',
  'entity_id',
  'source_id',
  'session_date',
  'horizon_sessions',
  'revision',
];

/** The name of an item among its neighbours: by what identifies it, so that a removed one shifts no other. */
function itemName(item: unknown, index: number): string {
  if (typeof item === 'string') return item;
  const fields = (item ?? {}) as Fields;
  const named = idFields.find((field) => typeof fields[field] === 'string' || typeof fields[field] === 'number');
  const statement = (fields['statement'] as Fields | undefined)?.['text'] ?? fields['statement'] ?? fields['text'];
  return String((named === undefined ? undefined : fields[named]) ?? statement ?? index);
}

/** Every value of a document under its pointer; a list of words is named by its words. */
export function leaves(value: unknown, pointer = ''): Map<string, unknown> {
  if (Array.isArray(value)) {
    return new Map(value.flatMap((item, index) => [...leaves(item, `${pointer}[${itemName(item, index)}]`)]));
  }
  if (value === null || typeof value !== 'object') return new Map([[pointer, value]]);
  return new Map(Object.entries(value).flatMap(([key, field]) => [...leaves(field, `${pointer}/${key}`)]));
}

export type Change = { pointer: string; before: unknown; after: unknown };

/** Where two sets of documents differ; a value that is absent on one side is undefined there. */
export function changes(before: Documents, after: Documents): Change[] {
  return Object.keys(before).flatMap((question) => {
    const [old, young] = [leaves(before[question], question), leaves(after[question], question)];
    return [...new Set([...old.keys(), ...young.keys()])]
      .filter((pointer) => old.get(pointer) !== young.get(pointer) || old.has(pointer) !== young.has(pointer))
      .map((pointer) => ({ pointer, before: old.get(pointer), after: young.get(pointer) }));
  });
}

/** The field of a change, in any document, view or record. */
export function placeOf({ pointer }: Change): string {
  return pointer
    .replace(/\[[^\]]*\]/g, '')
    .replace(/^[^/]*\//, '')
    .replace(/^data\//, '')
    .replace(/^(views|theses|belief|beliefs)\//, '');
}
