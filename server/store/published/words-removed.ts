// A revision without the words of removed citations: pure, over all rows of a belief in all versions.
import { derivedId } from '../engine/ids.ts';
import type { FullRevision } from './publish-corrections.ts';

export type VersionedRevision = FullRevision & { from_version: number; to_version: number };

/** The words of a citation that is left. */
export type WordsOf = (citationId: string) => string | null;

export type WordRemoval = { gone: ReadonlySet<string>; wordsOf: WordsOf };

/** The rows as they are without the words; null for a row of which no statement is left. */
export function withoutWords(
  rows: readonly VersionedRevision[],
  removing: WordRemoval,
): Map<VersionedRevision, VersionedRevision | null> {
  const ordered = [...rows].sort(inOrder);
  return new Map(
    ordered.map((row) => [row, left(row, { ...removing, before: ordered.filter((one) => inOrder(one, row) < 0) })]),
  );
}

function inOrder(a: VersionedRevision, b: VersionedRevision): number {
  if (a.observed_at !== b.observed_at) return a.observed_at < b.observed_at ? -1 : 1;
  return a.revision - b.revision || a.from_version - b.from_version;
}

type WordRemovalStep = WordRemoval & { before: readonly VersionedRevision[] };

function left(row: VersionedRevision, removing: WordRemovalStep): VersionedRevision | null {
  const { gone, wordsOf } = removing;
  const own = [row.said_citation_id ?? row.source_citation_id, ...(row.also_cites ?? [])].filter((id) => !gone.has(id));
  const [first] = own;
  const last = own.at(-1);
  if (first === undefined || last === undefined) return null;
  const body = bodyLeft(row.body, gone);
  const told = { ...row, ...namedBy(row, body), body };
  if (row.said_citation_id === null) {
    if (gone.has(row.source_citation_id)) Object.assign(told, summaryOf(last, wordsOf(last)));
  } else if (gone.has(row.said_citation_id)) {
    Object.assign(told, { said: wordsOf(last), said_citation_id: last });
  }
  if (gone.has(told.source_citation_id)) {
    const summary = earlierSummary(told, removing);
    if (summary === null) return null;
    Object.assign(told, summary);
  }
  const further = (row.also_cites ?? []).filter((id) => !gone.has(id) && id !== told.source_citation_id);
  return {
    ...told,
    also_cites: further.length === 0 ? null : further,
    body: withCuts(told, [...removing.before, row]),
  };
}

/** Whether a source had cut the words that stand in the row now is known from their own statement. */
function withCuts(row: FullRevision, rows: readonly FullRevision[]): FullRevision['body'] {
  const { truncated_by_source: _summary, said_truncated_by_source: _said, ...body } = row.body;
  const entries = [row, ...rows].flatMap((one) => (one.body['statements'] ?? []) as Entry[]);
  const isCut = (citationId: string | null): boolean =>
    entries.some((one) => one.truncated === true && derivedId('citation', one.record_id) === citationId);
  return {
    ...body,
    ...(isCut(row.source_citation_id) && { truncated_by_source: true }),
    ...(isCut(row.said_citation_id) && { said_truncated_by_source: true }),
  };
}

type Summary = Pick<FullRevision, 'summary' | 'source_citation_id'>;

const summaryOf = (citationId: string, words: string | null): Summary => ({
  summary: words ?? '',
  source_citation_id: citationId,
});

/**
 * The summary of an earlier step was removed: that of the newest one that is left, or else the words of this step. Null
 * for a review, whose words are not those of the view.
 */
function earlierSummary(row: VersionedRevision, { gone, before }: WordRemovalStep): Partial<FullRevision> | null {
  const isTold = (one: VersionedRevision): boolean =>
    one.from_version < row.to_version && one.to_version > row.from_version;
  const found = before.findLast(
    (one) => isTold(one) && !one.late && one.said === null && !gone.has(one.source_citation_id),
  );
  if (found !== undefined) return { summary: found.summary, source_citation_id: found.source_citation_id };
  if (row.body['review'] === true) return null;
  const own = { said: null, said_citation_id: null };
  return { ...summaryOf(row.said_citation_id ?? row.source_citation_id, row.said), ...own };
}

type Entry = {
  record_id: string;
  truncated?: true;
  person?: { name: string | null; handle: string | null };
};

/** The last statement that is left names the revision and its person. */
function namedBy(row: FullRevision, body: FullRevision['body']): Partial<FullRevision> {
  const last = (body['statements'] as Entry[] | undefined)?.at(-1);
  if (last === undefined || last.record_id === row.record_key) return {};
  const { name, handle } = last.person ?? { name: row.person_name, handle: row.person_handle };
  return { record_key: last.record_id, person_name: name, person_handle: handle };
}

function bodyLeft(body: FullRevision['body'], gone: ReadonlySet<string>): FullRevision['body'] {
  const isGone = (record: unknown): boolean => gone.has(derivedId('citation', String(record)));
  const { statements, horizon, horizon_record: record, ...rest } = body;
  return {
    ...rest,
    ...(statements !== undefined && { statements: (statements as Entry[]).filter((one) => !isGone(one.record_id)) }),
    ...(horizon !== undefined &&
      !isGone(record) && { horizon, ...(record !== undefined && { horizon_record: record }) }),
  };
}
