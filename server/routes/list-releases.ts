/** GET /v1/releases and its feed: what was released, public, and held back while there is nothing newer. */
import type { Answers } from '../answers/answers.ts';
import type { ReleaseWatch } from '../answers/release-watch.ts';
import type { Answer } from '../contract/metered.ts';
import type { Input, Reply } from '../contract/operations.ts';
import type { ReplyParts } from '../contract/reply.ts';
import { nextLink } from '../http/respond.ts';
import type { CollectionHead } from '../store/known/clock.ts';

export type ReleaseLists = { answers: Answers; watch: ReleaseWatch };

export function listReleases({ answers, watch }: ReleaseLists) {
  return async ({ query, principal }: Input<'listReleases'>): Promise<Reply<'listReleases'>> => {
    const { after, before } = query;
    let head = await watch.head(collectionOf(principal));
    // Another server may have said the number a moment ago.
    if (after !== undefined && after > head.version) head = await watch.head(head.collection, true);
    const answer = await answers.releases(head, { ...query, limit: query.limit ?? LIMIT });
    const isIdle = after !== undefined && before === undefined && after >= head.version;
    return { status: 200, ...written(answer), ...partsOf({ watch, head, answer, isIdle }) };
  };
}

export function getReleasesFeed({ answers, watch }: ReleaseLists) {
  return async ({ query, principal }: Input<'getReleasesFeed'>): Promise<Reply<'getReleasesFeed'>> => {
    const head = await watch.head(collectionOf(principal));
    const answer = await answers.releasesFeed(head, { ...query, limit: query.limit ?? LIMIT });
    const parts = partsOf({ watch, head, answer, isIdle: false });
    return { status: 200, type: 'application/atom+xml', ...written(answer), ...parts };
  };
}

const LIMIT = 20;

const collectionOf = (principal: Input<'listReleases'>['principal']) => principal?.collection ?? 'live';

const written = ({ bytes, sha256 }: Answer) => ({ bytes, sha256 });

type ReplyFacts = { watch: ReleaseWatch; head: CollectionHead; answer: Answer; isIdle: boolean };

function partsOf({ watch, head, answer: { nextPageUrl: next }, isIdle }: ReplyFacts): ReplyParts {
  return {
    holding: { isIdle, until: (wait) => watch.until(head, wait) },
    ...(next !== undefined && { headers: { Link: nextLink(next) } }),
    ...(head.collection === 'preview' && { caching: 'private' }),
  };
}
