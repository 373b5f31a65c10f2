// The records of a research bundle as the service keeps them: text normalised, instants in milliseconds, tickers in upper case.
import type { CalendarDate, Instant } from '../../store/engine/db.ts';
import type { DirectionBasis } from './directions.ts';
import type { externalStates, validities } from '../schemas/fields.ts';
import type { RecordType } from './record-schemas.ts';

export type Direction = 'bullish' | 'bearish' | 'mixed' | 'unclear';

/** Only `day` matters: the hour of such an instant is not known. */
export type Precision = 'day' | 'hour' | 'minute' | 'second' | 'millisecond' | null;

export type SourceRecord = { type: 'source'; source_id: string; kind: string; name: string; url?: string };
export type PersonRecord = { type: 'person'; person_id: string; name: string; handle: string | null };
export type EntityRecord = {
  type: 'entity';
  kind: string;
  entity_id?: string;
  ticker?: string;
  /** Left out, it stays what it is, like the exchange and the identifiers. */
  name?: string | null;
  /** The day from which the name holds; without it, it is valid from its release. */
  name_from?: CalendarDate;
  exchange?: string | null;
  cik?: string | null;
  figi?: string | null;
  isin?: string | null;
};
export type IndustryRecord = {
  type: 'industry';
  ticker?: string;
  entity_id?: string;
  sic: string;
  sic_title?: string | null;
  filed_on: CalendarDate | null;
  source: string;
};
export type SplitRecord = {
  type: 'split';
  ticker: string;
  effective_session: CalendarDate;
  numerator: number;
  denominator: number;
};
export type SessionRecord = {
  type: 'session';
  session_date: CalendarDate;
  close_at: Instant | null;
  early_close: boolean;
};
export type EvidenceRecord = {
  type: 'evidence';
  evidence_id: string;
  source_id: string;
  url: string;
  title: string;
  author_name: string | null;
  published_at?: Instant;
  published_on?: CalendarDate;
  observed_at: Instant;
  observed_at_precision?: Precision;
  capture: string;
  verification: string;
};
export type Locator =
  | { kind: 'text_quote'; exact: string; prefix?: string; suffix?: string }
  | { kind: 'time_range'; start_seconds: number; end_seconds: number }
  | { kind: 'page'; page: number }
  | { kind: 'rendered' | 'summarised'; text: string };
export type CitationRecord = { type: 'citation'; citation_id: string; evidence_id: string; locator: Locator };
export type BeliefRecord = {
  type: 'belief';
  belief_id: string;
  person_id: string;
  subject: { ticker: string } | { entity_id: string };
};
export type RevisionRecord = {
  type: 'revision';
  belief_id: string;
  revision: number;
  observed_at: Instant;
  observed_at_precision?: Precision;
  direction: Direction;
  direction_basis?: 'author_declared' | 'operator_classified';
  status: string;
  summary: string;
  source_citation_id: string;
  validity: string;
  external_state: string;
  blockers: string[];
  confidence?: string;
  horizon?: { text: string; until_on?: CalendarDate };
  investment_case?: { paragraphs: { text: string; citation_ids: string[] }[] };
};
type OfRevision = { belief_id: string; revision: number };
export type ClaimRecord = OfRevision & {
  type: 'claim';
  claim_id: string;
  role: string;
  statement: string;
  citation_id: string;
};
export type ConditionRecord = OfRevision & {
  type: 'condition';
  condition_id: string;
  kind: string;
  statement: string;
  status: string;
  expected_by: Instant | null;
  citation_id: string;
};
export type IntentCondition = { statement: string; citation_ids: string[] };
export type StatedIntent = {
  action: string;
  basis: string;
  time_context: string;
  instrument: string;
  position_actor?: { kind: string; name: string | null };
};
export type AdditionalIntent = StatedIntent & { conditions: IntentCondition[]; citation_ids: string[] };
export type IntentRecord = OfRevision &
  StatedIntent & {
    type: 'intent';
    observation_id: string;
    additional_intents?: AdditionalIntent[];
    methodology_version: string;
    status: string;
    conditions: IntentCondition[];
    citation_ids: string[];
  };
export type TargetRecord = OfRevision & {
  type: 'target';
  target_id: string;
  low: string | null;
  high: string | null;
  currency: string;
  stated_on: CalendarDate;
  horizon: { text: string; until_on: CalendarDate | null } | null;
  price_when_stated: string | null;
  conditions: string[];
  citation_id: string;
};
export type NoteRecord = OfRevision & {
  type: 'note';
  note_id: string;
  kind: string;
  statement: string;
  provenance: string;
  citation_id: string | null;
};
/** A price target as a statement carries it; currency and decimals as in a target record. */
export type StatedTarget = {
  low: string | null;
  high: string | null;
  currency: string;
  horizon: TargetRecord['horizon'];
  price_when_stated: string | null;
  conditions: string[];
};

/** A review of a view's conditions, which a statement with it is. */
export type StatedReview = {
  /** The public id of the view. */
  belief_id: string;
  validity: (typeof validities)[number];
  external_state: (typeof externalStates)[number];
  blockers: readonly string[];
};

/** The used fields of a statement: the dataset's own industry code, pair and place in the pair are left out. */
export type StatementRecord = {
  type: 'statement';
  record_id: string;
  dataset: string;
  person: { id: string; name: string; handle: string | null };
  security: { ticker: string; name: string | null };
  direction: Direction;
  direction_basis: DirectionBasis;
  observed_at: Instant;
  observed_at_precision?: 'day';
  statement: string;
  /** The author's own word for the direction, exactly as written. */
  rating?: string;
  /** Absent for the author's own words. */
  statement_kind?: 'rendered' | 'summarised';
  truncated_by_source?: true;
  transaction_date?: CalendarDate;
  coverage?: 'dropped';
  horizon?: { text: string; until_on?: CalendarDate };
  target?: StatedTarget;
  review?: StatedReview;
  source_url: string;
  source_title: string;
  author_name: string | null;
  verification: 'verified' | 'unverified';
  intent?: StatedIntent;
};

export type BundleRecord =
  | SourceRecord
  | PersonRecord
  | EntityRecord
  | IndustryRecord
  | SplitRecord
  | SessionRecord
  | EvidenceRecord
  | CitationRecord
  | BeliefRecord
  | RevisionRecord
  | ClaimRecord
  | ConditionRecord
  | IntentRecord
  | TargetRecord
  | NoteRecord
  | StatementRecord;

/** Fields that a release adds to a record: the time from which it counts, and the number of characters removed from its text. */
export type ReleaseFields = { counts_from: Instant; removed_characters?: number };

export type RecordOf<T extends RecordType> = Extract<BundleRecord, { type: T }>;

/** State that a later record of the same key replaces. Everything else is append-only: it changes by an explicit correction. */
export const keyedTypes: ReadonlySet<RecordType> = new Set(['source', 'person', 'entity', 'industry', 'session']);
