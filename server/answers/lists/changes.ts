// The answer to "what changed between two cutoffs": one page of changes, subject by subject.
import { hash } from 'node:crypto';
import type { ChangeItem } from '../../../generated/api.ts';
import { validateDocument } from '../../contract/validation/documents-validator.ts';
import { canonicalInstant } from '../../contract/validation/formats.ts';
import { ProblemError } from '../../contract/problems.ts';
import { type SubjectChange, changeItem, changesPage, changesThatFit } from '../../documents/changes-page.ts';
import { citation } from '../../documents/citation.ts';
import { loopTurns } from '../../http/loop-turns.ts';
import { readAllSubjects, readNamedSubjects } from '../../reads/changed-subjects.ts';
import { type MomentPair, readChanges } from '../../reads/changes.ts';
import type { Collection, Db } from '../../store/engine/db.ts';
import { readRows } from '../../store/engine/read.ts';
import type { CitationRow } from '../../store/known/read-citations.ts';
import { type PersonRow, byPerson, peopleNamed } from '../../store/known/read-people.ts';
import { checkpointAddress } from '../addresses.ts';
import { resolveCitations } from '../citations.ts';
import type { Answer } from '../kept.ts';
import { uncoveredNames } from './changes-refused.ts';
import { fittingOr, listedAnswer } from './left-out.ts';
import { type ListContext, type PlacedPage, placeOf, placePage } from './pages.ts';

export type ChangesRequest = {
  tickers?: string | undefined;
  entity_ids?: string | undefined;
  since: string;
  until?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

const PATH = '/v1/changes';
/** Subjects that one request may name. */
const NAMED_MAX = 50;
/** Subjects that one page compares, which bounds its work; read some at a time, because most pages fill up sooner. */
const SUBJECTS_MAX = 25;
const SUBJECTS_AT_A_TIME = 5;

/** Throws `not-covered`, `invalid-cursor`, `cursor-mismatch`, `as-of-in-future`; `invalid-request` for an empty range. */
export async function changesAnswer(
  context: ListContext,
  collection: Collection,
  request: ChangesRequest,
): Promise<Answer> {
  const filters = filtersOf(request);
  const names = { tickers: listOf(filters.tickers), entityIds: listOf(filters.entity_ids) };
  refuseTooMany(names.tickers.length + names.entityIds.length);
  refuseEmptyRange(filters.since, request.until);
  const { limit, cursor, until } = request;
  const earlier = await context.moments.at(collection, filters.since, 'since');
  const listed = { operation: 'listChanges', path: PATH, collection, filters, cutoffName: 'until' } as const;
  const page = await placePage(context, listed, { limit, cursor, as_of: until });
  // Both may be cut to a watermark, which may have moved between the two.
  const since = earlier.cutoff.asOf > page.moment.cutoff.asOf ? page.moment : earlier;
  return context.kept.get(page.key, async () => {
    const moments = { since, until: page.moment };
    const stretch = await readStretch(context, page, { moments, names });
    return pageAnswer(context, page, { moments, stretch });
  });
}

/** One spelling of each filter, so that equal questions have equal answers, cursors included. */
function filtersOf({ tickers, entity_ids: entityIds, since }: ChangesRequest) {
  return { tickers, entity_ids: entityIds, since: canonicalInstant(since) };
}

/** The contract spells a list as its values in order, each once. */
function listOf(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(',');
}

function refuseTooMany(count: number): void {
  if (count <= NAMED_MAX) return;
  throw new ProblemError('invalid-request', {
    detail: `The request names ${count} subjects; it may name ${NAMED_MAX}.`,
    errors: [
      {
        location: 'query.entity_ids',
        message: `Together with tickers it names ${count} subjects.`,
        fix: `Name at most ${NAMED_MAX} in both together, or none for every subject.`,
      },
    ],
  });
}

/** An empty range would be paid for and say that nothing changed. */
function refuseEmptyRange(since: string, until: string | undefined): void {
  if (until === undefined || since < canonicalInstant(until)) return;
  throw new ProblemError('invalid-request', {
    detail: 'until is not after since: nothing can change between them.',
    errors: [
      { location: 'query.until', message: 'It is not after since.', fix: 'Send a later until, or leave it out.' },
    ],
  });
}

/** The changes of a page before it is known how many fit. */
type Stretch = {
  changes: readonly SubjectChange[];
  /** True if the last one has further changes after it. */
  isFull: boolean;
  /** The first subject that this page does not compare; null if there is none. */
  following: string | null;
};

type Names = Parameters<typeof uncoveredNames>[1];
type StretchQuestion = { moments: MomentPair; names: Names };

async function readStretch(context: ListContext, page: PlacedPage, question: StretchQuestion): Promise<Stretch> {
  const { db, prices } = context;
  const { moments } = question;
  const [from = null, shown = ''] = page.after ?? [];
  const subjects = await subjectsOf(context, question, from);
  const compared = subjects.slice(0, SUBJECTS_MAX);
  const changes: SubjectChange[] = [];
  for (let at = 0; at < compared.length && changes.length <= page.limit; at += SUBJECTS_AT_A_TIME) {
    await loopTurns.next();
    const entityIds = compared.slice(at, at + SUBJECTS_AT_A_TIME);
    for (const { entity, changes: found } of await readChanges(db, moments, { entityIds, prices })) {
      const all = found.map((change) => ({ entity, change }));
      changes.push(...(entity.entity_id === from ? rest(all, shown) : all));
    }
  }
  const isFull = changes.length > page.limit;
  return { changes: changes.slice(0, page.limit), isFull, following: subjects[SUBJECTS_MAX] ?? null };
}

/** At most one more than a page compares. */
async function subjectsOf(
  { db }: ListContext,
  { moments, names }: StretchQuestion,
  from: string | null,
): Promise<readonly string[]> {
  const limit = SUBJECTS_MAX + 1;
  if (names.tickers.length + names.entityIds.length === 0) return readAllSubjects(db, moments, { from, limit });
  const { entityIds, uncovered } = await readNamedSubjects(db, moments, names);
  if (uncovered.tickers.length + uncovered.entityIds.length > 0)
    throw await uncoveredNames(db, uncovered, moments.until.cutoff);
  return entityIds.filter((id) => from === null || id >= from).slice(0, limit);
}

/** The changes of a subject after the one that a page before this ended with. */
function rest(changes: readonly SubjectChange[], shown: string): readonly SubjectChange[] {
  if (shown === '') return changes;
  const place = changes.findIndex((one) => nameOf(one) === shown);
  if (place >= 0) return changes.slice(place + 1);
  throw new ProblemError('removed-legally', {
    detail:
      'The change at which the page before this one ended was removed for legal reasons. Start again from the first page.',
  });
}

/** Names a change within its subject: the same change has the same name on every engine. */
function nameOf({ change }: SubjectChange): string {
  return hash('sha256', JSON.stringify(change), 'base64url').slice(0, 22);
}

type PageQuestion = { moments: MomentPair; stretch: Stretch };

async function pageAnswer(context: ListContext, page: PlacedPage, { moments, stretch }: PageQuestion): Promise<Answer> {
  const { db, baseUrl, onUnfit } = context;
  const rows = stretch.changes;
  const people = await namesOf(db, moments, rows);
  const { collection } = moments.until.cutoff;
  const checkpointOf = (version: number): string | null => checkpointAddress(baseUrl, { collection, version });
  const items = rows.map((row) => changeItem(row, { people, checkpointOf }));
  const read = await resolveCitations(db, moments.until.cutoff, new Set(items.flatMap((item) => item.citation_ids)));
  const { citations, unfit } = fittingCitations(read, onUnfit);
  const fit = changesThatFit(items, citations);
  const isCut = fit < items.length;
  const place = await placeOf(context, page, { last: placeAfter(stretch, isCut ? fit : null) });
  const shown = items.slice(0, fit);
  const whole = shown.filter(({ citation_ids: ids }) => !ids.some((id) => unfit.has(id)));
  return listedAnswer<ChangeItem>({
    schema: 'ChangesPage',
    pointer: '/data/changes',
    rows: whole,
    idOf: ({ belief_id: id, subject }) => id ?? subject.entity_id,
    build: (fitting, leftOut) =>
      changesPage({
        place,
        since: moments.since.cutoff.asOf,
        changes: fitting,
        citations,
        cut: isCut,
        leftOut: leftOut + shown.length - whole.length,
      }),
    onUnfit,
  });
}

/** Start of the next page: after the last change of this one, or with the next subject; null at the end. */
function placeAfter({ changes, isFull, following }: Stretch, fit: number | null): readonly string[] | null {
  const last = fit !== null ? changes[fit - 1] : isFull ? changes.at(-1) : undefined;
  if (last !== undefined) return [last.entity.entity_id, nameOf(last)];
  return following === null ? null : [following, ''];
}

/** A person whose last view was withdrawn has the name of the earlier cutoff. */
async function namesOf(
  db: Db,
  { since, until }: MomentPair,
  rows: readonly SubjectChange[],
): Promise<ReadonlyMap<string, PersonRow>> {
  const ids = [...new Set(rows.flatMap(({ change: { personId } }) => personId ?? []))];
  const now = byPerson(await readRows(db, peopleNamed(until.cutoff, ids)));
  const missing = ids.filter((id) => !now.has(id));
  const before = missing.length === 0 ? [] : await readRows(db, peopleNamed(since.cutoff, missing));
  return new Map([...byPerson(before), ...now]);
}

function fittingCitations(rows: readonly CitationRow[], onUnfit: ListContext['onUnfit']) {
  const fitting = rows.filter((row) => {
    const report = { list: 'citations', id: row.citation_id, onUnfit };
    return fittingOr(report, () => (validateDocument('Citation', citation(row)), true)) !== null;
  });
  const shown = new Set(fitting.map(({ citation_id: id }) => id));
  return { citations: fitting, unfit: new Set(rows.map(({ citation_id: id }) => id).filter((id) => !shown.has(id))) };
}
