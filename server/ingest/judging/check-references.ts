// Whether everything that a bundle file refers to exists: in the file, staged, or released.
import { entitiesById, listingsByTicker } from '../../store/published/publish-lookups.ts';
import { allStagedBodies } from '../../store/staged/staging-lookups.ts';
import { chunkRows, knownKey, knownRecords } from '../../store/staged/staging.ts';
import type { BundleFacts } from './bundle-facts.ts';
import { shown, type Faults } from '../files/faults.ts';
import type { Loading } from '../files/loading.ts';
import type { EntityRecord } from '../records/records.ts';
import type { Reference } from './references.ts';

export async function checkReferences(loading: Loading, facts: BundleFacts, faults: Faults): Promise<void> {
  const missing = facts.references.filter((reference) => !isInFile(reference, facts));
  for (let start = 0; start < missing.length; start += chunkRows) {
    const chunk = missing.slice(start, start + chunkRows);
    const found = await findOutside(loading, chunk);
    for (const reference of chunk) if (!found(reference)) addFault(reference, faults);
  }
}

function isInFile({ to, key }: Reference, facts: BundleFacts): boolean {
  if (to === 'ticker') return facts.tickers.has(key);
  return facts.defined.has(`${to} ${key}`);
}

async function findOutside(
  { db, collection }: Loading,
  references: readonly Reference[],
): Promise<(reference: Reference) => boolean> {
  const keys = (to: Reference['to']): string[] => [...new Set(references.filter((r) => r.to === to).map((r) => r.key))];
  const records = references.filter(({ to }) => to !== 'ticker');
  const known = await knownRecords(db, collection, [
    ...new Map(records.map((r) => [`${r.to} ${r.key}`, { kind: r.to, key: r.key }])).values(),
  ]);
  const asksEntities = keys('ticker').length + keys('entity').length > 0;
  const staged = asksEntities
    ? (await allStagedBodies(db, collection, 'entity')).map((body) => JSON.parse(body) as EntityRecord)
    : [];
  const listed = await listingsByTicker(db, collection, keys('ticker'));
  const tickers = new Set([...staged.map(({ ticker }) => ticker), ...listed.map((entity) => entity.ticker_folded)]);
  const released = await entitiesById(db, collection, keys('entity'));
  const entities = new Set([...staged, ...released].map((entity) => entity.entity_id));
  return ({ to, key }) => {
    if (to === 'ticker') return tickers.has(key);
    return known.has(knownKey(to, key)) || (to === 'entity' && entities.has(key));
  };
}

function addFault({ line, field, to, key }: Reference, faults: Faults): void {
  if (to === 'ticker') {
    return faults.add(
      { line, field },
      `no listing ${shown(key)} is known`,
      'load an entity record, or its securities, first',
    );
  }
  if (to === 'revision' && field === 'belief_id') {
    return faults.add(
      { line, field },
      'the belief has no revision 1, so nobody knows what it says',
      'add its revisions to the file',
    );
  }
  if (to === 'revision')
    return faults.add(
      { line, field },
      `the belief has no revision ${key.split(' ')[1] ?? ''}`,
      'add the revision, or correct the number',
    );
  faults.add({ line, field }, `there is no ${to} ${shown(key)}`, `add it to the file, or load it first`);
}
