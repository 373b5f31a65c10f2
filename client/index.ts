// Public exports of the package: the client, its errors, the checks of an answer, and the document types.
export { ResearchClient } from './research-client.ts';
export type {
  BeliefFilters,
  BriefQuery,
  CallOptions,
  Cutoff,
  ChangeFilters,
  EntityFilters,
  EvidenceFilters,
  ListOptions,
  ReadOptions,
  ReceiptFilters,
  ReleaseFilters,
  ReleaseOptions,
  SourceFilters,
} from './questions.ts';
export { ResearchError, isResearchError } from './problems.ts';
export type { ClientCode, ResearchErrorCode } from './problems.ts';
export { ResearchResult } from './result.ts';
export type { RemainingUnits as Remaining } from './result.ts';
export { isComplete } from './transport/complete.ts';
export type { Completeness } from './transport/complete.ts';
export { isUsable } from './usable.ts';
export type { Usability } from './usable.ts';
export { verify } from './evidence/verify.ts';
export type { Check, Verifiable, VerifyOptions, VerifyReport } from './evidence/verify.ts';
export { logKeys, logSource } from './log/log-source.ts';
export { PublicLog, readLog } from './log/public-log.ts';
export type { LogSource, LogTrust } from './log/public-log.ts';
export type { LogProof } from './evidence/log-checks.ts';
export { diff } from './evidence/diff.ts';
export type { Change, Comparable, Value } from './evidence/diff.ts';
export type { Fetch, FetchInit, FetchedResponse, LogEvent, ResearchClientOptions } from './settings.ts';
export type { Login, LoginCode, LoginOptions } from './login/login.ts';
export type { PagedList } from './pages.ts';
export type { Usage } from './budget.ts';
export type { Clock } from './login/clock.ts';
export type {
  Acquisition,
  Activity,
  AuthorIntent,
  BeliefDetail,
  BeliefItem,
  BeliefRecord,
  BeliefStatus,
  BeliefsPage,
  Brief,
  BriefEntity,
  BriefFull,
  BriefOverview,
  ChangeItem,
  ChangesPage,
  Chart,
  Citation,
  Claim,
  Condition,
  Coverage,
  CoveredTicker,
  DataStatus,
  DatedEvent,
  Direction,
  DirectionBasis,
  EntitiesPage,
  EntityItem,
  Evidence,
  EvidenceDetail,
  EvidenceItem,
  EvidencePage,
  Fault,
  Locator,
  Mark,
  MarketPrice,
  Openings,
  Outcome,
  Person,
  PriceOpportunity,
  Problem,
  ProblemCode,
  Receipt,
  ReceiptsPage,
  RelatedContext,
  ReleaseCounts,
  ReleaseItem,
  ReleasesPage,
  Revision,
  Source,
  SourceDetail,
  SourcesPage,
  KeyStatus,
  Text,
  Thesis,
  TickersResponse,
  TradeState,
  View,
  ViewDirection,
  Warning,
} from '../generated/api.ts';
