// Answers to research questions, one function each, for the routes and the tools of the MCP endpoint.
import { beliefWalks } from '../reads/lists/belief-walks.ts';
import { priceReader } from '../reads/prices.ts';
import { sourceReader } from '../reads/sources.ts';
import { subjectReader } from '../reads/subject.ts';
import type { CollectionHead } from '../store/known/clock.ts';
import { type Collection, type Instant, stateOf } from '../store/engine/db.ts';
import type { Store } from '../store/engine/engine.ts';
import { briefAnswer, nameOf } from './briefs/ask-brief.ts';
import { beliefAnswer } from './belief.ts';
import { type ChangesRequest, changesAnswer } from './lists/changes.ts';
import { type BeliefsRequest, beliefsAnswer } from './lists/beliefs.ts';
import { createCursors } from './lists/cursor.ts';
import { evidenceAnswer } from './lists/evidence.ts';
import { type Answer, type KeptAnswers, keepAnswers } from './kept.ts';
import type { OnUnfit } from './lists/left-out.ts';
import { type MomentsOptions, createMoments } from './moment.ts';
import { acrossRemovals } from './removed.ts';
import {
  type EvidenceRequest,
  type RecordRequest,
  type SourcesRequest,
  evidencePageAnswer,
  sourceAnswer,
  sourcesAnswer,
} from './lists/sources.ts';
import type { BriefSubject } from './subject.ts';
import { releasesReader } from './lists/known-releases.ts';
import { type ReleasesRequest, releasesAnswer, releasesFeedAnswer } from './lists/releases.ts';
import { tickersAnswer } from './lists/tickers.ts';
import { writtenRecords } from './lists/written-records.ts';

export type BriefRequest = BriefSubject & {
  as_of?: string | undefined;
  max_results?: number | undefined;
  detail?: 'overview' | 'full' | undefined;
};

export type Answers = {
  /** Throws `not-covered`, `as-of-in-future`, `brief-too-large`. */
  brief(collection: Collection, request: BriefRequest): Promise<Answer>;
  /** Throws `no-such-record`, `withdrawn`, `as-of-in-future`. */
  belief(collection: Collection, beliefId: string, asOf: string | undefined): Promise<Answer>;
  /** Throws `not-covered`, `invalid-cursor`, `cursor-mismatch`, `as-of-in-future`, `invalid-request`. */
  beliefs(collection: Collection, request: BeliefsRequest): Promise<Answer>;
  /** Throws `invalid-cursor`, `cursor-mismatch`, `as-of-in-future`. */
  sources(collection: Collection, request: SourcesRequest): Promise<Answer>;
  /** Throws `no-such-record`, `withdrawn`, `as-of-in-future`. */
  source(collection: Collection, request: RecordRequest): Promise<Answer>;
  /** Throws `no-such-record`, `withdrawn`, `invalid-cursor`, `cursor-mismatch`, `as-of-in-future`. */
  evidenceOfSource(collection: Collection, request: EvidenceRequest): Promise<Answer>;
  /** Throws `no-such-record`, `withdrawn`, `as-of-in-future`. */
  evidence(collection: Collection, request: RecordRequest): Promise<Answer>;
  /** Throws `not-covered`, `invalid-cursor`, `cursor-mismatch`, `as-of-in-future`, `invalid-request`. */
  changes(collection: Collection, request: ChangesRequest): Promise<Answer>;
  tickers(collection: Collection): Promise<Answer>;
  /** Throws `invalid-request` for a number that was not released yet. */
  releases(head: CollectionHead, request: ReleasesRequest): Promise<Answer>;
  releasesFeed(head: CollectionHead, request: Omit<ReleasesRequest, 'after'>): Promise<Answer>;
  /** The collection for callers without a key: live once it has a release, else preview. */
  publicCollection(): Promise<Collection>;
  /** The head of a collection: its newest version, and the time up to which its answers are final. */
  head(collection: Collection): Promise<CollectionHead>;
  /** The head as last read, or null if it was not read or a calendar boundary has passed since. */
  settledHead(collection: Collection): CollectionHead | null;
};

export type AnswersOptions = Pick<MomentsOptions, 'headIsChecked'> & {
  store: Pick<Store, 'db'>;
  baseUrl: string;
  /** The server's clock in canonical form. */
  now: () => Instant;
  /** A copy that must not be written to: the service clock is moved elsewhere. */
  isReplica?: boolean;
  kept?: KeptAnswers;
  /** Called with each boundary of the calendar that the watermark was moved to. */
  onTick?: () => void;
  /** Called with each record that a list omits because it does not fit the contract. */
  onUnfit?: OnUnfit;
};

export function createAnswers(options: AnswersOptions): Answers {
  const { store, baseUrl, now, kept = keepAnswers(), onUnfit = () => undefined } = options;
  const { db } = store;
  const moments = createMoments({ ...options, db });
  const prices = priceReader();
  const subjects = subjectReader(prices);
  const lists = {
    db,
    baseUrl,
    moments,
    kept,
    cursors: createCursors({ db, now }),
    sources: sourceReader(),
    walks: beliefWalks(),
    records: writtenRecords(onUnfit),
    releases: releasesReader(),
    prices,
    onUnfit,
  };
  const across = <T>(collection: Collection, ask: () => Promise<T>) => acrossRemovals(moments, collection, ask);
  const answers: Answers = {
    async brief(collection, { as_of, max_results: maxResults, detail = 'overview', ...subject }) {
      const moment = await moments.at(collection, as_of);
      const key = JSON.stringify(['brief', stateOf(moment.cutoff), nameOf(subject), detail, maxResults]);
      return kept.get(key, () => briefAnswer({ db, baseUrl, moment, subjects, subject, detail, maxResults, onUnfit }));
    },
    async belief(collection, beliefId, requested) {
      const moment = await moments.at(collection, requested);
      const key = ['belief', stateOf(moment.cutoff), beliefId].join(' ');
      return kept.get(key, () => beliefAnswer({ db, baseUrl, moment, prices, beliefId }));
    },
    beliefs: (collection, request) => beliefsAnswer(lists, collection, request),
    sources: (collection, request) => sourcesAnswer(lists, collection, request),
    source: (collection, request) => sourceAnswer(lists, collection, request),
    evidenceOfSource: (collection, request) => evidencePageAnswer(lists, collection, request),
    evidence: (collection, request) => evidenceAnswer(lists, collection, request),
    changes: (collection, request) => changesAnswer(lists, collection, request),
    async tickers(collection) {
      const moment = await moments.at(collection, undefined);
      const key = ['tickers', stateOf(moment.cutoff)].join(' ');
      return kept.get(key, () => tickersAnswer(db, moment, onUnfit));
    },
    releases: (head, request) => releasesAnswer(lists, head, request),
    releasesFeed: (head, request) => releasesFeedAnswer(lists, head, request),
    async publicCollection() {
      return (await moments.head('live')).version > 0 ? 'live' : 'preview';
    },
    head: moments.head,
    settledHead: moments.settled,
  };
  return {
    ...answers,
    brief: (collection, request) => across(collection, () => answers.brief(collection, request)),
    belief: (collection, id, asOf) => across(collection, () => answers.belief(collection, id, asOf)),
    beliefs: (collection, request) => across(collection, () => answers.beliefs(collection, request)),
    sources: (collection, request) => across(collection, () => answers.sources(collection, request)),
    source: (collection, request) => across(collection, () => answers.source(collection, request)),
    evidenceOfSource: (collection, request) => across(collection, () => answers.evidenceOfSource(collection, request)),
    evidence: (collection, request) => across(collection, () => answers.evidence(collection, request)),
    changes: (collection, request) => across(collection, () => answers.changes(collection, request)),
  };
}
