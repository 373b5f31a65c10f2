// Removal of one optional input: fields that follow from it become unknown, and all others stay the same.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Change, changes, placeOf } from '../../ingest/testing/market-changes.ts';
import { type Deletion, deletions } from '../../ingest/testing/market-deletions.ts';
import { type Documents, beliefIds, documentsOf, wholeMarket } from '../../ingest/testing/market.ts';

let whole: Documents;

beforeAll(async () => {
  whole = await documentsOf(wholeMarket());
});

const startsWithOne = (place: string, prefixes: readonly string[] = []): boolean =>
  prefixes.some((prefix) => place === prefix || place.startsWith(prefix));

/** Counts may become zero; no other value may become 0, empty, or a placeholder. */
function isMadeUp({ after, pointer }: Change): boolean {
  if (after === 0) return !pointer.endsWith('_count');
  return (
    typeof after === 'string' && /^(|n\/?a|none|null|unknown)$/i.test(after) && !/(proximity|basis)$/.test(pointer)
  );
}

/** Changes of one view, thesis or record of a person other than ada. */
const isOfOthers = ({ pointer }: Change): boolean =>
  // Another view may cite the same evidence.
  !pointer.includes('/citations[') &&
  /\/(views|theses|beliefs)\[|^belief /.test(pointer) &&
  !pointer.includes(beliefIds.ada) &&
  !pointer.startsWith('belief ada');

/** The fault of a change, or null. */
function fault(change: Change, { gone, says, everyone }: Deletion): string | null {
  const place = placeOf(change);
  const absent = change.after === undefined || change.after === null;
  if (everyone === undefined && isOfOthers(change)) return 'is of another view';
  if (isMadeUp(change)) return 'is made up';
  // A citation that is no longer referenced disappears with its reference.
  if (place.startsWith('citations/') && change.after === undefined) return null;
  if (absent && startsWithOne(place, gone)) return null;
  if (startsWithOne(place, says)) return null;
  return absent ? 'is not known any more' : 'is another value';
}

describe('an optional input that is taken away', () => {
  it.each(deletions)('leaves unknown what follows from $what, and nothing else changes [SPEC-R2]', async (deletion) => {
    const differing = changes(whole, await documentsOf(deletion.without(wholeMarket())));
    const faults = differing.flatMap((change) => {
      const what = fault(change, deletion);
      return what === null ? [] : [`${change.pointer} ${what}: ${JSON.stringify(change)}`];
    });
    expect(faults).toEqual([]);
    const places = differing.map(placeOf);
    const untouched = [...(deletion.gone ?? []), ...(deletion.says ?? [])].filter(
      (prefix) => !places.some((place) => startsWithOne(place, [prefix])),
    );
    expect(untouched).toEqual([]);
  });

  it('is every one of more than thirty', () => {
    expect(deletions.length).toBe(38);
    expect(new Set(deletions.map(({ what }) => what)).size).toBe(deletions.length);
  });
});
