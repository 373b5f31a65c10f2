// Differences between two documents of one subject at two cutoffs, as a plain list.
import type {
  Activity,
  BeliefDetail,
  Brief,
  BriefFull,
  BriefOverview,
  Condition,
  View,
  ViewDirection,
} from '../../generated/api.ts';
import type { ResearchResult } from '../result.ts';
import { invalid } from '../settings.ts';

export type Comparable = Brief | BeliefDetail;

export type Value = string | number | boolean | null;

export interface Change {
  readonly kind:
    | 'view'
    | 'condition'
    | 'revision'
    | 'claim'
    | 'trade_state'
    | 'activity'
    | 'price'
    | 'coverage'
    | 'data_status';
  readonly what: 'added' | 'removed' | 'changed';
  /** The id of the belief, claim or revision; for a condition its owner, kind and statement; else null. */
  readonly id: string | null;
  /** The person of the view. */
  readonly person: string | null;
  /** The field that changed; null if the whole record was added or removed. */
  readonly field: string | null;
  readonly before: Value;
  readonly after: Value;
  /**
   * False if a document omits records or conditions, or shortens texts: the difference may then be one of presentation
   * only.
   */
  readonly certain: boolean;
}

/** A part of a document that can be compared: an identity with fields. */
interface Part {
  readonly kind: Change['kind'];
  readonly id: string | null;
  readonly person: string | null;
  /** Summary used when the whole part is added or removed. */
  readonly words: Value;
  readonly fields: Readonly<Record<string, Value | undefined>>;
  /** For a condition: the setup or the belief that it belongs to. */
  readonly owner?: string;
}

interface Conditions {
  readonly conditions: readonly Part[];
  /** True if the document shows every condition of this setup or belief. */
  hasAllOf(owner: string): boolean;
}

interface ComparableParts {
  readonly subject: string;
  readonly parts: readonly Part[];
  /** True if the document would show this part if it existed. */
  wouldShow(part: Part): boolean;
}

/** Changes in the order of the documents. */
export function diff<T extends Comparable>(
  before: T | ResearchResult<T>,
  after: T | ResearchResult<T>,
): readonly Change[] {
  const [first, second] = [documentOf(before), documentOf(after)];
  // Setups show few conditions and a belief's case shows all, but only the full form has cases.
  const form = isFull(first) && isFull(second) ? 'full' : 'overview';
  const [old, now] = [partsOf(first, form), partsOf(second, form)];
  if (old.subject !== now.subject) throw invalid(`${old.subject} and ${now.subject} are not the same subject`);
  const changes: Change[] = [];
  const areTextsWhole = ![first, second].some(hasShortenedTexts);
  const isCertain = (other: ComparableParts, part: Part): boolean =>
    other.wouldShow(part) && (areTextsWhole || part.kind !== 'condition');
  const known = byKey(old.parts);
  for (const part of byKey(now.parts).values()) {
    const earlier = known.get(keyOf(part));
    if (earlier === undefined)
      changes.push({
        ...whole(part),
        what: 'added',
        before: null,
        after: part.words,
        certain: isCertain(old, part),
      });
    else changes.push(...changedFields(earlier, part, areTextsWhole));
    known.delete(keyOf(part));
  }
  for (const part of known.values())
    changes.push({
      ...whole(part),
      what: 'removed',
      before: part.words,
      after: null,
      certain: isCertain(now, part),
    });
  return changes;
}

function documentOf<T extends Comparable>(given: T | ResearchResult<T>): Comparable {
  return 'requestId' in given ? (given as ResearchResult<T>).data : (given as T);
}

function byKey(parts: readonly Part[]): Map<string, Part> {
  return new Map(parts.map((part) => [keyOf(part), part]));
}

function keyOf({ kind, id }: Part): string {
  return `${kind} ${id}`;
}

function whole({ kind, id, person }: Part) {
  return { kind, id, person, field: null };
}

/** A document narrowed to a size has shorter texts and lists, and a condition is identified by its text. */
function hasShortenedTexts({ warnings }: Comparable): boolean {
  return warnings.some(({ code }) => code === 'texts-shortened');
}

/** Free text, which a narrow document shortens; it never shortens a code, a number or a date. */
const textField = /^(summary|blockers|text)$/;

function changedFields(before: Part, after: Part, areTextsWhole: boolean): Change[] {
  const { kind, id, person } = after;
  const names = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)]);
  // A new direction also sets its date of restatement; that is one change, not two.
  const isNewDirection = before.fields['direction_since'] !== after.fields['direction_since'];
  return [...names].flatMap((field): Change[] => {
    const [old, now] = [before.fields[field] ?? null, after.fields[field] ?? null];
    if (old === now || (field === 'direction_last_stated_at' && isNewDirection)) return [];
    const certain = areTextsWhole || !textField.test(field);
    return [{ kind, what: 'changed', id, person, field, before: old, after: now, certain }];
  });
}

function isFull(document: Comparable): document is BriefFull {
  return 'view' in document && document.view === 'full';
}

function partsOf(document: Comparable, form: 'full' | 'overview'): ComparableParts {
  if (!('view' in document)) return partsOfBelief(document);
  const { coverage, views } = document;
  const isWhole = coverage.omitted_record_count === 0;
  const { conditions, hasAllOf } = conditionsOf(document, form);
  return {
    subject: document.view === 'entity' ? document.entity.entity_id : document.security.id,
    wouldShow: ({ owner }) => (owner === undefined ? isWhole : hasAllOf(owner)),
    parts: [
      ...views.map((view) => viewOf(view, document.view === 'entity' ? undefined : directionOf(document, view))),
      ...(document.view === 'entity' ? conditions : pricedParts(document, conditions)),
      one('coverage', { ...coverage }),
      labelsOf(document),
    ],
  };
}

function directionOf({ activity }: BriefOverview | BriefFull, view: View): Since | undefined {
  return activity.views.find(({ belief_id }) => belief_id === view.belief_id);
}

function pricedParts(
  { trade_state, market_price, activity }: BriefOverview | BriefFull,
  conditions: readonly Part[],
): readonly Part[] {
  const { action, direction, decision_mode } = trade_state;
  const { status, reference } = market_price;
  const { price, session_date, source } = reference ?? {};
  return [
    one('trade_state', { action, direction, decision_mode }),
    ...conditions,
    one('activity', activityFields(activity)),
    one('price', { status, price, session_date, source }),
  ];
}

/** Facts at a cutoff. Window counts, ages and marks are left out, because they change with the cutoff alone. */
function activityFields({ people, not_counting }: Activity): Part['fields'] {
  const named = (prefix: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, count]) => [`${prefix}_${name}`, count] as const);
  return Object.fromEntries([...named('people', people), ...named('open_views_not_counting', not_counting)]);
}

function conditionsOf(brief: Brief, form: 'full' | 'overview'): Conditions {
  const isWhole = brief.coverage.omitted_record_count === 0;
  const conditionPart = (condition: Omit<Condition, 'citation_id'>, owner: string): Part =>
    conditionOf(condition, owner, brief.views.find(({ belief_id }) => belief_id === owner)?.person.name);
  if (brief.view === 'entity')
    return {
      conditions: brief.recorded_conditions.map((condition) => conditionPart(condition, condition.belief_id)),
      hasAllOf: () => isWhole && brief.omitted_condition_count === 0,
    };
  if (form === 'full' && brief.view === 'full')
    return {
      conditions: brief.theses.flatMap((thesis) =>
        thesis.conditions.map((one) => conditionPart(one, thesis.belief_id)),
      ),
      hasAllOf: (owner) =>
        brief.omitted_thesis_count === 0 || brief.theses.some(({ belief_id }) => belief_id === owner),
    };
  const { setups } = brief.trade_state;
  // A view without a setup for its direction, for example one that does not count, shows none of its conditions here.
  const inSetups = new Set(setups.flatMap(({ thesis_ids }) => thesis_ids));
  const isEveryViewInSetups = brief.views.every(({ belief_id }) => inSetups.has(belief_id));
  return {
    conditions: setups.flatMap((setup) => setup.conditions.map((one) => conditionPart(one, setup.direction))),
    hasAllOf: (owner) =>
      isWhole &&
      isEveryViewInSetups &&
      !setups.some((setup) => setup.direction === owner && setup.omitted_condition_count > 0),
  };
}

function partsOfBelief(document: BeliefDetail): ComparableParts {
  const { data } = document;
  if (data?.belief === undefined) throw invalid('only briefs and belief records can be compared');
  const { belief } = data;
  const { price, session_date, source } = belief.market_price?.reference ?? {};
  const parts = [
    viewOf({ ...belief, summary: belief.thesis }, belief),
    ...belief.revisions.map(({ revision, move, summary }) =>
      part('revision', String(revision), `${move}: ${summary.text}`),
    ),
    ...belief.claims.map(({ claim_id, role, statement }) => part('claim', claim_id, `${role}: ${statement.text}`)),
    ...belief.conditions.map((condition) => conditionOf(condition, belief.belief_id)),
    one('price', { status: belief.market_price?.status, price, session_date, source }),
    labelsOf(document),
  ];
  return { subject: belief.belief_id, parts, wouldShow: () => true };
}

function labelsOf({ data_status: { mode, freshness, coverage } }: Comparable): Part {
  return one('data_status', { mode, freshness, coverage });
}

type ComparableView = Pick<View, 'belief_id' | 'person' | 'direction' | 'status' | 'summary' | 'condition'>;

type Since = Pick<ViewDirection, 'direction_since' | 'direction_last_stated_at' | 'direction_basis'>;

function viewOf({ belief_id, person, direction, status, summary, condition }: ComparableView, since?: Since): Part {
  const { validity, external_state, blockers } = condition;
  const fields = {
    direction,
    direction_since: since?.direction_since,
    direction_last_stated_at: since?.direction_last_stated_at,
    direction_basis: since?.direction_basis,
    status,
    summary: summary.text,
    validity,
    external_state,
    blockers: blockers.map(({ text }) => text).join('\n'),
  };
  return {
    kind: 'view',
    id: belief_id,
    person: person.name,
    words: `${direction}, ${status}: ${summary.text}`,
    fields,
  };
}

/** A condition has no id: its owner, kind and text identify it. */
function conditionOf(
  { kind, statement, status, expected_by }: Omit<Condition, 'citation_id'>,
  owner: string,
  person?: string,
): Part {
  const id = `${owner} ${kind}: ${statement.text}`;
  return { kind: 'condition', id, person: person ?? null, words: status, fields: { status, expected_by }, owner };
}

function one(kind: Part['kind'], fields: Part['fields']): Part {
  return { kind, id: null, person: null, words: null, fields };
}

function part(kind: Part['kind'], id: string, words: string): Part {
  return { kind, id, person: null, words, fields: { text: words } };
}
