// Research reads from a replica as current as the primary; charges and balances stay on the primary.
import type { Collection } from '../contract/operations.ts';
import { ProblemError } from '../contract/problems.ts';
import type { Answers } from './answers.ts';
import { type BreakerOptions, circuitBreaker } from './circuit-breaker.ts';

export type ReplicaOptions = Omit<BreakerOptions, 'probe'> & {
  /** True for an error that only means that the database does not answer. */
  isUnavailable: (error: unknown) => boolean;
};

/**
 * Answers of the primary, built from the replica's rows if both have the same head. A replica that lags costs one
 * query; one that does not answer gets a pause. The primary then gives the same answer.
 */
export function withReplica(primary: Answers, replica: Answers, options: ReplicaOptions): Answers {
  const breaker = circuitBreaker({ ...options, probe: () => replica.head('live') });
  async function isCaughtUp(collection: Collection): Promise<boolean> {
    if (!breaker.allows()) return false;
    const [ahead, there] = await Promise.all([
      primary.head(collection),
      breaker.attempt(() => replica.head(collection)),
    ]);
    return (
      there !== null &&
      there.version === ahead.version &&
      there.watermark === ahead.watermark &&
      there.removals === ahead.removals
    );
  }
  async function reading<T>(collection: Collection, read: (answers: Answers) => Promise<T>): Promise<T> {
    if (!(await isCaughtUp(collection))) return read(primary);
    try {
      return await breaker.whileClosed(() => read(replica));
    } catch (error) {
      // A refusal is an answer. Other errors mean that the replica is gone, hangs, or cancelled a query that blocked
      // its recovery.
      if (error instanceof ProblemError) throw error;
      if (options.isUnavailable(error)) breaker.failed();
      return read(primary);
    }
  }
  return {
    brief: (collection, request) => reading(collection, (answers) => answers.brief(collection, request)),
    belief: (collection, id, asOf) => reading(collection, (answers) => answers.belief(collection, id, asOf)),
    beliefs: (collection, request) => reading(collection, (answers) => answers.beliefs(collection, request)),
    sources: (collection, request) => reading(collection, (answers) => answers.sources(collection, request)),
    source: (collection, request) => reading(collection, (answers) => answers.source(collection, request)),
    evidenceOfSource: (collection, request) =>
      reading(collection, (answers) => answers.evidenceOfSource(collection, request)),
    evidence: (collection, request) => reading(collection, (answers) => answers.evidence(collection, request)),
    changes: (collection, request) => reading(collection, (answers) => answers.changes(collection, request)),
    tickers: (collection) => reading(collection, (answers) => answers.tickers(collection)),
    releases: (head, request) => reading(head.collection, (answers) => answers.releases(head, request)),
    releasesFeed: (head, request) => reading(head.collection, (answers) => answers.releasesFeed(head, request)),
    publicCollection: primary.publicCollection,
    head: primary.head,
    settledHead: primary.settledHead,
  };
}
