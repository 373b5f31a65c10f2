/** Test support: the broken documents to freeze, one for each constraint of the contract. */
import { createHash } from 'node:crypto';
import type { Json } from '../description.ts';
import { createDocumentsValidator } from '../validation/documents-validator.ts';
import { type Attack, attacksOn } from './attack.ts';
import type { Mutation, NamedDocument } from './documents.ts';
import { groupBy } from './groups.ts';

const wayOf = ({ constraint, why }: Attack): string => `${constraint} ${why}`;
const keyOf = ({ fixture, pointer, why }: Mutation): string => `${fixture} ${pointer} ${why}`;

/**
 * The mutations that the frozen ones lack: for each constraint the first, and for a pattern one more. All places would
 * add a megabyte and no proof. The choice depends on the constraint alone, so a new one adds its own lines only.
 */
export function missingMutations(
  description: Json,
  documents: readonly NamedDocument[],
  frozen: readonly Mutation[],
): readonly Mutation[] {
  const attacks = documents.flatMap((one) => attacksOn(description, one));
  const frozenKeys = new Set(frozen.map(keyOf));
  const frozenWays = new Set(attacks.filter((attack) => frozenKeys.has(keyOf(attack))).map(wayOf));
  const firsts = [...groupBy(attacks, wayOf).values()].flatMap(([first]) => (first === undefined ? [] : [first]));
  const lines = [...groupBy(firsts, ({ constraint }) => constraint)].flatMap(([constraint, [first, ...others]]) => {
    const isSettled = !constraint.endsWith('/pattern') || others.some((other) => frozenWays.has(wayOf(other)));
    return [first, isSettled ? undefined : others[turnOf(constraint) % others.length]];
  });
  return lines
    .filter((line) => line !== undefined)
    .filter((line) => !frozenWays.has(wayOf(line)))
    .map(({ constraint: _constraint, ...mutation }) => mutation);
}

/** A number that follows from the constraint's path alone. */
const turnOf = (constraint: string): number => createHash('sha256').update(constraint).digest().readUInt32BE();

/** A line for each document that does not fit the contract: its file, its name, and what is wrong. */
export function unfitDocuments(description: Json, documents: readonly NamedDocument[]): readonly string[] {
  const { compile } = createDocumentsValidator(description);
  return documents.flatMap(({ file, name, schema, document }) => {
    const fits = compile(schema);
    if (fits(document)) return [];
    return (fits.errors ?? []).map(({ keyword, instancePath, params, message }) => {
      const fault =
        keyword === 'required'
          ? `lacks the required field ${instancePath}/${String(params['missingProperty'])}`
          : `is refused at ${instancePath || 'its top'}: ${message ?? keyword}`;
      return `${file}: the document ${name.split('#')[1]} ${fault}`;
    });
  });
}
