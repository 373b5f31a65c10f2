// One function per question: what the routes, and later the MCP endpoint, both call.
import { sourceReader } from '../reads/sources.ts';
import type { Collection, Instant } from '../store/db.ts';
import type { Store } from '../store/engine.ts';
import { beliefAnswer } from './belief.ts';
import { type BeliefsRequest, beliefsAnswer } from './beliefs.ts';
import { fullAnswer, overviewAnswer } from './brief.ts';
import { createCursors } from './cursor.ts';
import { entityAnswer } from './entity-brief.ts';
import { evidenceAnswer } from './evidence.ts';
import { type Answer, keepAnswers } from './kept.ts';
import { createMoments } from './moment.ts';
import { type RecordRequest, type SourcesRequest, sourceAnswer, sourcesAnswer } from './sources.ts';
import { type BriefSubject, findSubject, isListing } from './subject.ts';
import { tickersAnswer } from './tickers.ts';

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
  /** Throws `no-such-record`, `withdrawn`, `as-of-in-future`. */
  evidence(collection: Collection, request: RecordRequest): Promise<Answer>;
  tickers(collection: Collection): Promise<Answer>;
  /** The collection a reader without a key sees: live once it has a release, else preview. */
  publicCollection(): Promise<Collection>;
  /** The watermark of a collection: the time up to which its answers are settled. */
  dataAsOf(collection: Collection): Promise<Instant>;
};

const KEPT_BYTES_MAX = 64 * 1024 * 1024;

/** The answers of one store; `now` is the server's clock in canonical form. */
export function createAnswers({ store, baseUrl, now }: { store: Store; baseUrl: string; now: () => Instant }): Answers {
  const { db } = store;
  const moments = createMoments({ db, now });
  const kept = keepAnswers(KEPT_BYTES_MAX);
  const lists = { db, baseUrl, moments, cursors: createCursors({ db, now }), kept, sources: sourceReader() };
  return {
    async brief(collection, { as_of, max_results: maxResults, detail, ...subject }) {
      const moment = await moments.at(collection, as_of);
      const entity = await findSubject(db, moment.cutoff, subject);
      const { version, asOf } = moment.cutoff;
      const key = ['brief', collection, version, asOf, entity.entity_id, detail ?? 'overview', maxResults ?? '-'].join(
        ' ',
      );
      return kept.get(key, () => {
        if (!isListing(entity)) return entityAnswer({ db, baseUrl, moment, entity, maxResults });
        const question = { db, baseUrl, moment, security: entity, maxResults };
        return detail === 'full' ? fullAnswer(question) : overviewAnswer(question);
      });
    },
    async belief(collection, beliefId, requested) {
      const moment = await moments.at(collection, requested);
      const { version, asOf } = moment.cutoff;
      const key = ['belief', collection, version, asOf, beliefId].join(' ');
      return kept.get(key, () => beliefAnswer({ db, baseUrl, moment, beliefId }));
    },
    beliefs: (collection, request) => beliefsAnswer(lists, collection, request),
    sources: (collection, request) => sourcesAnswer(lists, collection, request),
    source: (collection, request) => sourceAnswer(lists, collection, request),
    evidence: (collection, request) => evidenceAnswer(lists, collection, request),
    async tickers(collection) {
      const moment = await moments.at(collection, undefined);
      const key = ['tickers', collection, moment.cutoff.version, moment.cutoff.asOf].join(' ');
      return kept.get(key, () => tickersAnswer(db, moment));
    },
    async publicCollection() {
      return (await moments.head('live')).version > 0 ? 'live' : 'preview';
    },
    async dataAsOf(collection) {
      return (await moments.head(collection)).watermark;
    },
  };
}
