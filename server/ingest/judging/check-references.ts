// Judgement of the references of an import: all lead to something, and none to research that was withdrawn.
import { goneBases, withdrawnRevisions } from '../../store/staged/import-bases.ts';
import { missingReferences, type MissingReference } from '../../store/staged/import-references.ts';
import type { Slice } from '../../store/staged/import-rows.ts';
import type { Db } from '../../store/engine/db.ts';
import { shown, type Faults } from '../files/faults.ts';

/** `opened`: tickers of statements of the import, which open their listings. */
export async function checkReferences(
  db: Db,
  slice: Slice,
  { opened, faults }: { opened: ReadonlyMap<string, unknown>; faults: Faults },
): Promise<void> {
  for (const missing of await missingReferences(db, slice)) {
    if (missing.to === 'ticker' && opened.has(missing.key)) continue;
    const { what, fix } = missingFault(missing);
    faults.add(missing, what, fix);
  }
}

function missingFault({ field, to, key }: MissingReference): { what: string; fix: string } {
  if (to === 'ticker')
    return { what: `no listing ${shown(key)} is known`, fix: 'load an entity record, or its securities, first' };
  if (to !== 'revision')
    return { what: `there is no ${to} ${shown(key)}`, fix: 'add it to the file, or load it first' };
  return field === 'belief_id'
    ? {
        what: 'the belief has no revision 1, so nobody knows what it says',
        fix: 'add its revisions to the file',
      }
    : { what: `the belief has no revision ${key.split(' ')[1] ?? ''}`, fix: 'add the revision, or correct the number' };
}

const comesBack = 'load it under a new id, or state it again as it was with --restate REASON';

/** Refuses what is new and rests on withdrawn research, and what would bring back what was withdrawn. */
export async function checkBases(
  db: Db,
  slice: Slice,
  { isRestating, faults }: { isRestating: boolean; faults: Faults },
): Promise<void> {
  let itself = 0;
  for (const { line, field, is, named, id } of await goneBases(db, slice, isRestating)) {
    if (is === 'base') {
      faults.add({ line, field }, `the ${named} was withdrawn (${id})`, `rest it on a ${named} that is released`);
    } else if (is === 'removed') {
      faults.add({ line, field }, `this ${named} was removed (${id})`, 'leave it out');
    } else if (line !== itself) {
      itself = line;
      faults.add({ line, field }, `this ${named} was withdrawn (${id})`, comesBack);
    }
  }
}

/** Of a belief that is withdrawn as a whole, the reference to it is refused. */
export async function checkWithdrawnRevisions(db: Db, slice: Slice, faults: Faults): Promise<void> {
  for (const line of await withdrawnRevisions(db, slice))
    faults.add({ line, field: 'corrects' }, 'this revision was withdrawn', 'state what holds in a further revision');
}
