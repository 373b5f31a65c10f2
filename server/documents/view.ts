// One attributed view: the opinion of a person, its start, its reason, and its conditions for change.
import type { BriefOverview } from '../../generated/api.ts';
import { textCaps, capText } from '../measures/text.ts';
import type { BeliefPart, BeliefState } from '../store/known/read-beliefs.ts';
import type { PersonRow } from '../store/known/read-people.ts';
import { authorIntent } from './brief/author-intent.ts';
import { type Cut, textOf } from './revisions.ts';

type View = BriefOverview['views'][number];
type Support = View['support'];
type PartOf<Kind extends BeliefPart['kind']> = Extract<BeliefPart, { kind: Kind }>;

const BLOCKERS_MAX = 5;

/** The parts of one kind, the newest first, then by id: the order in which a reader meets them. */
export function partsOf<Kind extends BeliefPart['kind']>(parts: readonly BeliefPart[], kind: Kind): PartOf<Kind>[] {
  const isKind = (part: BeliefPart): part is PartOf<Kind> => part.kind === kind;
  return parts
    .filter(isKind)
    .sort((a, b) =>
      a.observed_at === b.observed_at ? (a.part_id < b.part_id ? -1 : 1) : a.observed_at < b.observed_at ? 1 : -1,
    );
}

/** The newest claim in this role, or the stand-in statement without a claim id if none was recorded. */
function pointed(parts: readonly BeliefPart[], role: 'support' | 'risk', standIn: () => Support): Support {
  const claim = partsOf(parts, 'claim').find((part) => part.body.role === role);
  if (claim === undefined) return standIn();
  return {
    claim_id: claim.part_id,
    statement: capText(claim.body.statement, textCaps.statement),
    citation_id: claim.body.citation_id,
  };
}

/** A recorded reason that is not a claim. */
function reasonGiven(parts: readonly BeliefPart[]): Support {
  const reason = partsOf(parts, 'note').find(({ body }) => body.kind === 'reason' && body.citation_id !== null);
  if (reason === undefined || reason.body.citation_id === null) return null;
  return {
    claim_id: null,
    statement: capText(reason.body.statement, textCaps.statement),
    citation_id: reason.body.citation_id,
  };
}

/** A recorded risk condition that is not a claim. */
function riskWatched(parts: readonly BeliefPart[]): Support {
  const risk = partsOf(parts, 'condition').find((part) => part.body.kind === 'risk');
  if (risk === undefined) return null;
  return {
    claim_id: null,
    statement: capText(risk.body.statement, textCaps.statement),
    citation_id: risk.body.citation_id,
  };
}

function investmentCase(parts: readonly BeliefPart[]): Pick<View, 'investment_case'> {
  const recorded = partsOf(parts, 'investment_case')[0];
  if (recorded === undefined) return {};
  return {
    investment_case: {
      schema_version: 'investment-case-v1',
      paragraphs: recorded.body.paragraphs.map(({ text, citation_ids }) => ({ text, citation_ids })),
    },
  };
}

function intent(parts: readonly BeliefPart[]): Pick<View, 'author_intent'> {
  const recorded = partsOf(parts, 'intent')[0];
  return recorded === undefined ? {} : { author_intent: authorIntent(recorded.body) };
}

/** A person as known at the cutoff; a person without a name is called by the id. */
export function personOf(people: ReadonlyMap<string, PersonRow>, personId: string): View['person'] {
  const person = people.get(personId);
  return { id: personId, name: person?.name ?? personId, handle: person?.handle ?? null };
}

function condition(state: BeliefState, cut: Cut): View['condition'] {
  const blockers = state.body.blockers ?? [];
  const shown = cut === 'whole' ? blockers : blockers.slice(0, BLOCKERS_MAX);
  return {
    validity: state.validity,
    external_state: state.external_state,
    blockers: shown.map((blocker) => textOf(blocker, 'blocker', cut)),
    omitted_blocker_count: blockers.length - shown.length,
  };
}

/** The view of one belief in its state at the cutoff; the belief's own record has it whole. */
export function view(
  state: BeliefState,
  parts: readonly BeliefPart[],
  people: ReadonlyMap<string, PersonRow>,
  cut: Cut = 'summarised',
): View {
  const support = pointed(parts, 'support', () => reasonGiven(parts));
  const risk = pointed(parts, 'risk', () => riskWatched(parts));
  const shownClaims = [support, risk].filter((shown) => shown !== null && shown.claim_id !== null).length;
  return {
    belief_id: state.belief_id,
    person: personOf(people, state.person_id),
    direction: state.direction,
    status: state.status,
    summary: textOf(state.summary, 'summary', cut, state.body.truncated_by_source),
    ...investmentCase(parts),
    first_observed_at: state.first_observed_at,
    latest_revision_at: state.is_revised ? state.observed_at : null,
    ...intent(parts),
    support,
    risk,
    omitted_claim_count: partsOf(parts, 'claim').length - shownClaims,
    condition: condition(state, cut),
    source_citation_id: state.source_citation_id,
  };
}
