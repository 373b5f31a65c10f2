// The checks and changes that the TypeScript package finds in the recorded answers: the Python package must find the same.
import { recordedNames, recordedText } from '../../server/testing/recordings.ts';
import { type BeliefDetail, type Brief, diff, isResearchError, verify } from '../../client/index.ts';

type Comparable = Brief | BeliefDetail;
export type ExpectedChecks = {
  readonly verify: Readonly<Record<string, readonly (readonly string[])[]>>;
  readonly diff: readonly { readonly before: string; readonly after: string; readonly changes: readonly unknown[] }[];
};

export async function expectedChecks(): Promise<ExpectedChecks> {
  const found: Record<string, readonly (readonly string[])[]> = {};
  const documents = new Map<string, Comparable>();
  for (const name of recordedNames.toSorted()) {
    const text = recordedText(name);
    const { checks } = await verify(text);
    found[name] = checks.map((check) => [check.name, check.of, check.outcome, check.reason]);
    documents.set(name, JSON.parse(text) as Comparable);
  }
  return { verify: found, diff: comparisons(documents) };
}

/** Every pair of documents in the order of their names that are about one subject. */
function comparisons(documents: ReadonlyMap<string, Comparable>): ExpectedChecks['diff'] {
  const list = [...documents];
  return list.flatMap(([before, first]) =>
    list.flatMap(([after, second]) => {
      const changes = before === after ? null : changesOf(first, second);
      return changes === null ? [] : [{ before, after, changes }];
    }),
  );
}

function changesOf(first: Comparable, second: Comparable): readonly unknown[] | null {
  try {
    return diff(first, second).map((change) => [
      change.kind,
      change.what,
      change.id,
      change.person,
      change.field,
      change.before,
      change.after,
      change.certain,
    ]);
  } catch (thrown) {
    if (isResearchError(thrown) || thrown instanceof TypeError) return null;
    throw thrown;
  }
}
