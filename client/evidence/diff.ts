// What changed between two documents of one subject at two cutoffs, as a plain list.
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
  /** The belief, the claim or the revision it is about; of a condition whose it is and its statement; else null. */
  readonly id: string | null;
  /** Whose view it is. */
  readonly person: string | null;
  /** The field that changed; null where the whole came or went. */
  readonly field: string | null;
  readonly before: Value;
  readonly after: Value;
  /**
   * False where a document leaves records or conditions out: what seems to have come or gone may only not be shown. And
   * where a document has its texts shortened: what differs may only be cut.
   */
  readonly certain: boolean;
}

/** A document told as things with fields: what two documents are compared by. */
interface Thing {
  readonly kind: Change['kind'];
  readonly id: string | null;
  readonly person: string | null;
  /** What is said of it when it comes or goes. */
  readonly words: Value;
  readonly fields: Readonly<Record<string, Value | undefined>>;
  /** Of a condition: the setup or the belief that it belongs to. */
  readonly owner?: string;
}

interface Conditions {
  readonly conditions: readonly Thing[];
  /** Whether all conditions of this setup or belief are told. */
  hasAllOf(owner: string): boolean;
}

interface Told {
  readonly subject: string;
  readonly things: readonly Thing[];
  /** Whether this would be told if there were such a thing. */
  wouldTell(thing: Thing): boolean;
}

/** In the order of the documents; `before` first. */
export function diff<T extends Comparable>(
  before: T | ResearchResult<T>,
  after: T | ResearchResult<T>,
): readonly Change[] {
  const [first, second] = [documentOf(before), documentOf(after)];
  // Setups show few conditions and the case of a belief shows all, but only the full form has cases.
  const form = isFull(first) && isFull(second) ? 'full' : 'overview';
  const [old, now] = [tell(first, form), tell(second, form)];
  if (old.subject !== now.subject) throw invalid(`${old.subject} and ${now.subject} are not the same subject`);
  const changes: Change[] = [];
  const areTextsWhole = ![first, second].some(hasShortenedTexts);
  const isCertain = (other: Told, thing: Thing): boolean =>
    other.wouldTell(thing) && (areTextsWhole || thing.kind !== 'condition');
  const known = byKey(old.things);
  for (const thing of byKey(now.things).values()) {
    const earlier = known.get(keyOf(thing));
    if (earlier === undefined)
      changes.push({
        ...whole(thing),
        what: 'added',
        before: null,
        after: thing.words,
        certain: isCertain(old, thing),
      });
    else changes.push(...changedFields(earlier, thing, areTextsWhole));
    known.delete(keyOf(thing));
  }
  for (const thing of known.values())
    changes.push({
      ...whole(thing),
      what: 'removed',
      before: thing.words,
      after: null,
      certain: isCertain(now, thing),
    });
  return changes;
}

function documentOf<T extends Comparable>(given: T | ResearchResult<T>): Comparable {
  return 'requestId' in given ? (given as ResearchResult<T>).data : (given as T);
}

function byKey(things: readonly Thing[]): Map<string, Thing> {
  return new Map(things.map((thing) => [keyOf(thing), thing]));
}

function keyOf({ kind, id }: Thing): string {
  return `${kind} ${id}`;
}

function whole({ kind, id, person }: Thing) {
  return { kind, id, person, field: null };
}

/** In a narrow document texts are cut, lists are shorter, and a condition is known by its words. */
function hasShortenedTexts({ warnings }: Comparable): boolean {
  return warnings.some(({ code }) => code === 'texts-shortened');
}

/** Free text, as against a code, a number or a date, which nothing shortens. */
const textField = /^(summary|blockers|text)$/;

function changedFields(before: Thing, after: Thing, areTextsWhole: boolean): Change[] {
  const { kind, id, person } = after;
  const names = new Set([...Object.keys(before.fields), ...Object.keys(after.fields)]);
  // A new direction is stated anew with it, which is the same change.
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

function tell(document: Comparable, form: 'full' | 'overview'): Told {
  if (!('view' in document)) return tellBelief(document);
  const { coverage, views } = document;
  const isWhole = coverage.omitted_record_count === 0;
  const { conditions, hasAllOf } = conditionsOf(document, form);
  return {
    subject: document.view === 'entity' ? document.entity.entity_id : document.security.id,
    wouldTell: ({ owner }) => (owner === undefined ? isWhole : hasAllOf(owner)),
    things: [
      ...views.map((view) => viewOf(view, document.view === 'entity' ? undefined : directionOf(document, view))),
      ...(document.view === 'entity' ? conditions : pricedThings(document, conditions)),
      one('coverage', { ...coverage }),
      labelsOf(document),
    ],
  };
}

function directionOf({ activity }: BriefOverview | BriefFull, view: View): Since | undefined {
  return activity.views.find(({ belief_id }) => belief_id === view.belief_id);
}

function pricedThings(
  { trade_state, market_price, activity }: BriefOverview | BriefFull,
  conditions: readonly Thing[],
): readonly Thing[] {
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

/** What holds at a cutoff. Counts of a window, ages and marks change with the cutoff alone, so they are left out. */
function activityFields({ people, not_counting }: Activity): Thing['fields'] {
  const named = (prefix: string, counts: Readonly<Record<string, number>>) =>
    Object.entries(counts).map(([name, count]) => [`${prefix}_${name}`, count] as const);
  return Object.fromEntries([...named('people', people), ...named('open_views_not_counting', not_counting)]);
}

function conditionsOf(brief: Brief, form: 'full' | 'overview'): Conditions {
  const isWhole = brief.coverage.omitted_record_count === 0;
  const told = (condition: Omit<Condition, 'citation_id'>, owner: string): Thing =>
    conditionOf(condition, owner, brief.views.find(({ belief_id }) => belief_id === owner)?.person.name);
  if (brief.view === 'entity')
    return {
      conditions: brief.recorded_conditions.map((condition) => told(condition, condition.belief_id)),
      hasAllOf: () => isWhole && brief.omitted_condition_count === 0,
    };
  if (form === 'full' && brief.view === 'full')
    return {
      conditions: brief.theses.flatMap((thesis) => thesis.conditions.map((one) => told(one, thesis.belief_id))),
      hasAllOf: (owner) =>
        brief.omitted_thesis_count === 0 || brief.theses.some(({ belief_id }) => belief_id === owner),
    };
  const { setups } = brief.trade_state;
  // A view whose direction has no setup, as one that does not count any more, has its conditions nowhere here.
  const inSetups = new Set(setups.flatMap(({ thesis_ids }) => thesis_ids));
  const isEveryViewTold = brief.views.every(({ belief_id }) => inSetups.has(belief_id));
  return {
    conditions: setups.flatMap((setup) => setup.conditions.map((one) => told(one, setup.direction))),
    hasAllOf: (owner) =>
      isWhole &&
      isEveryViewTold &&
      !setups.some((setup) => setup.direction === owner && setup.omitted_condition_count > 0),
  };
}

function tellBelief(document: BeliefDetail): Told {
  const { data } = document;
  if (data?.belief === undefined) throw invalid('only briefs and belief records can be compared');
  const { belief } = data;
  const { price, session_date, source } = belief.market_price?.reference ?? {};
  const things = [
    viewOf({ ...belief, summary: belief.thesis }, belief),
    ...belief.revisions.map(({ revision, move, summary }) =>
      thing('revision', String(revision), `${move}: ${summary.text}`),
    ),
    ...belief.claims.map(({ claim_id, role, statement }) => thing('claim', claim_id, `${role}: ${statement.text}`)),
    ...belief.conditions.map((condition) => conditionOf(condition, belief.belief_id)),
    one('price', { status: belief.market_price?.status, price, session_date, source }),
    labelsOf(document),
  ];
  return { subject: belief.belief_id, things, wouldTell: () => true };
}

function labelsOf({ data_status: { mode, freshness, coverage } }: Comparable): Thing {
  return one('data_status', { mode, freshness, coverage });
}

type Viewed = Pick<View, 'belief_id' | 'person' | 'direction' | 'status' | 'summary' | 'condition'>;

type Since = Pick<ViewDirection, 'direction_since' | 'direction_last_stated_at' | 'direction_basis'>;

function viewOf({ belief_id, person, direction, status, summary, condition }: Viewed, since?: Since): Thing {
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

/** A condition has no id: it is known by whose it is, its kind and its words. */
function conditionOf(
  { kind, statement, status, expected_by }: Omit<Condition, 'citation_id'>,
  owner: string,
  person?: string,
): Thing {
  const id = `${owner} ${kind}: ${statement.text}`;
  return { kind: 'condition', id, person: person ?? null, words: status, fields: { status, expected_by }, owner };
}

function one(kind: Thing['kind'], fields: Thing['fields']): Thing {
  return { kind, id: null, person: null, words: null, fields };
}

function thing(kind: Thing['kind'], id: string, words: string): Thing {
  return { kind, id, person: null, words, fields: { text: words } };
}
