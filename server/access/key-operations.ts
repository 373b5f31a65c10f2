/** The operations that a key can be held to. GET /v1/status is open to every key: setting a program up begins with it. */
import type { OperationId } from '../contract/operations.ts';
import type { routes } from '../../generated/routes.ts';

type KeyOperation = {
  [Op in OperationId]: (typeof routes)[Op]['access'] extends 'apiKey' ? (Op extends 'getStatus' ? never : Op) : never;
}[OperationId];

/** Names for forms and lists. A new operation of the contract does not compile without one. */
const named = {
  getBrief: 'Briefs',
  listBeliefs: 'Lists of beliefs',
  getBelief: 'Single beliefs',
  listSources: 'Lists of sources',
  getSource: 'Single sources',
  listEvidence: 'Lists of evidence',
  getEvidence: 'Evidence',
  listChanges: 'Lists of changes',
  listReceipts: 'Lists of receipts',
  getReceipt: 'Receipts',
  getOpenings: 'Proofs of documents',
} as const satisfies Record<KeyOperation, string>;

export const keyOperations: readonly (readonly [name: string, words: string])[] = Object.entries(named);

export function isKeyOperation(name: string): name is KeyOperation {
  return Object.hasOwn(named, name);
}

/** One that a newer server allowed is named as it is. */
export const operationWords = (name: string): string => (isKeyOperation(name) ? named[name] : name);

/** The stored set of operations; null if it is all of them. */
export function allowedSet(names: readonly KeyOperation[]): readonly string[] | null {
  const chosen = [...new Set(names)];
  return chosen.length === keyOperations.length ? null : chosen.sort();
}

/** Requests a minute that a key can be held to. */
export const key_minute_max = 1_000_000_000;
