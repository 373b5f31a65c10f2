// Changes between two cutoffs as documents show them: the independent side of a comparison with `GET /v1/changes`.
import type {
  BeliefDetail,
  BeliefRecord,
  BeliefsPage,
  BriefFull,
  BriefOverview,
  ChangeItem,
  ChangesPage,
} from '../../../generated/api.ts';
import { ProblemError } from '../../contract/problems.ts';
import type { Collection } from '../../store/engine/db.ts';
import type { Answer } from '../kept.ts';
import type { Answers } from '../answers.ts';
import type { ChangesRequest } from '../lists/changes.ts';

/** The statements of the documents of one subject at one cutoff. */
export type DocumentState = {
  /** Values of the brief by the object of a change; empty without a brief. */
  brief: Readonly<Record<string, string>>;
  beliefs: ReadonlyMap<string, BeliefRecord>;
  /** Each belief as the list has it, without the cutoff in its address. */
  items: ReadonlyMap<string, string>;
};

async function bodyOf<T>(answer: Promise<Answer>): Promise<T> {
  return JSON.parse((await answer).bytes.toString()) as T;
}

/** Null for what is not covered. */
async function unlessUncovered<T>(answer: Promise<Answer>): Promise<T | null> {
  try {
    return await bodyOf<T>(answer);
  } catch (thrown) {
    if (thrown instanceof ProblemError && thrown.code === 'not-covered') return null;
    throw thrown;
  }
}

export type DocumentReader = {
  answers: Pick<Answers, 'brief' | 'beliefs' | 'belief' | 'changes'>;
  collection: Collection;
};

/**
 * From the overview of a ticker and the full record of each of its beliefs. `earlier` saves reading a record whose item in
 * the list is still the same: only for data without late statements and parts.
 */
export async function readDocuments(
  { answers, collection }: DocumentReader,
  { ticker, asOf, earlier }: { ticker: string; asOf: string; earlier?: DocumentState | undefined },
): Promise<DocumentState> {
  const brief = await unlessUncovered<BriefOverview | BriefFull>(answers.brief(collection, { ticker, as_of: asOf }));
  if (brief === null) return { brief: {}, beliefs: new Map(), items: new Map() };
  const { action, direction, decision_mode: mode } = brief.trade_state;
  const beliefs = new Map<string, BeliefRecord>();
  const items = new Map<string, string>();
  let cursor: string | undefined;
  for (;;) {
    const question = { ticker, as_of: asOf, limit: 50, cursor };
    const page: BeliefsPage | null = await unlessUncovered<BeliefsPage>(answers.beliefs(collection, question));
    for (const { detail_url: _address, ...item } of page?.data.beliefs ?? []) {
      const id = item.belief_id;
      const text = JSON.stringify(item);
      const known = earlier?.items.get(id) === text ? earlier.beliefs.get(id) : undefined;
      beliefs.set(id, known ?? (await bodyOf<BeliefDetail>(answers.belief(collection, id, asOf))).data.belief);
      items.set(id, text);
    }
    cursor = page?.pagination.next_cursor ?? undefined;
    if (cursor === undefined) break;
  }
  return {
    beliefs,
    items,
    brief: {
      verdict: action,
      direction,
      decision_mode: mode,
      price_status: brief.market_price.status,
      related_research: brief.related_context.basis,
    },
  };
}

/** Every page of a walk, by `next_page_url`. */
export async function walkChanges(
  { answers, collection }: DocumentReader,
  request: ChangesRequest,
): Promise<ChangesPage[]> {
  const pages: ChangesPage[] = [];
  for (let next: ChangesRequest | null = request; next !== null;) {
    const page: ChangesPage = await bodyOf<ChangesPage>(answers.changes(collection, next));
    pages.push(page);
    next = followingRequest(page.pagination.next_page_url);
  }
  return pages;
}

export const changesOf = (pages: readonly ChangesPage[]): ChangeItem[] => pages.flatMap(({ data }) => data.changes);

function followingRequest(url: string | null): ChangesRequest | null {
  if (url === null) return null;
  const { limit, since = '', ...sent } = Object.fromEntries(new URL(url).searchParams);
  return { ...sent, since, limit: Number(limit) };
}

/** Each thing with its value before the first change and after the last; those that end where they began are left out. */
export function foldedChanges(changes: readonly ChangeItem[]): string[] {
  const chains = new Map<string, [string, string]>();
  const value = (word: string | null, direction: string | null) =>
    direction === null ? `${word}` : `${word} ${direction}`;
  for (const change of changes) {
    const { subject, object, belief_id: belief, object_id: id } = change;
    const key = [subject.entity_id, object, belief, id].join(' ');
    const before = chains.get(key)?.[0] ?? value(change.before, change.direction_before);
    chains.set(key, [before, value(change.after, change.direction_after)]);
  }
  return [...chains]
    .filter(([, [before, after]]) => before !== after)
    .map(([key, ends]) => `${key}: ${ends.join(' -> ')}`)
    .toSorted();
}

/** The fold that the documents of both cutoffs give, for the objects that a document identifies. */
export function expectedFold(entityId: string, since: DocumentState, until: DocumentState): string[] {
  const [before, after] = [valuesOf(since), valuesOf(until)];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((key) => before.get(key) !== after.get(key))
    .map((key) => {
      const absent = key.startsWith('view_') ? 'unknown' : 'null';
      return `${entityId} ${key}: ${before.get(key) ?? absent} -> ${after.get(key) ?? absent}`;
    })
    .toSorted();
}

function valuesOf({ brief, beliefs }: DocumentState): Map<string, string> {
  const own = beliefs.size === 0 ? [] : Object.entries(brief);
  const values = new Map(own.map(([object, value]) => [`${object}  `, value]));
  for (const [id, { status, direction, condition, claims }] of beliefs) {
    values.set(`view ${id} ${id}`, `${status} ${direction}`);
    if (condition.validity !== 'unknown') values.set(`view_validity ${id} ${id}`, condition.validity);
    if (condition.external_state !== 'unknown') values.set(`view_external_state ${id} ${id}`, condition.external_state);
    for (const { claim_id: claim, role } of claims) values.set(`claim ${id} ${claim}`, role);
  }
  return values;
}

/** Revisions that only the later documents have, as `belief revision move`; the changes that state them. */
export function expectedSteps(since: DocumentState, until: DocumentState): string[] {
  return [...until.beliefs]
    .flatMap(([id, { revisions }]) => {
      const known = new Set(since.beliefs.get(id)?.revisions.map(stepKey));
      return revisions.filter((step) => !known.has(stepKey(step))).map((step) => `${id} ${step.observed_at}`);
    })
    .toSorted();
}

function stepKey({
  revision,
  observed_at,
  move,
  after,
  citation_ids,
  summary,
}: BeliefRecord['revisions'][number]): string {
  return JSON.stringify([revision, observed_at, move, after, citation_ids, summary]);
}

export function statedSteps(changes: readonly ChangeItem[]): string[] {
  return changes
    .filter(({ object, kind }) => object === 'view' && !kind.endsWith('_withdrawn'))
    .map((change) => `${change.belief_id} ${change.observed_at}`)
    .toSorted();
}

/** Characters of a condition that a list does not cut. */
const WORDS = 300;

/** Statuses of conditions that only the later documents have, by belief and words. */
export function expectedConditions(since: DocumentState, until: DocumentState): string[] {
  const all = ({ beliefs }: DocumentState): string[] =>
    [...beliefs].flatMap(([id, { conditions }]) =>
      conditions.map(({ statement, status }) => `${id} ${statement.text.slice(0, WORDS)}: ${status}`),
    );
  const known = new Set(all(since));
  return all(until)
    .filter((one) => !known.has(one))
    .toSorted();
}

export function statedConditions(changes: readonly ChangeItem[]): string[] {
  return changes
    .filter(({ object, after }) => object === 'condition' && after !== null)
    .map((change) => `${change.belief_id} ${change.statement?.text.slice(0, WORDS)}: ${change.after}`)
    .toSorted();
}
