// Pages of releases, as JSON and as Atom, at one head of a collection.
import { validateDocument } from '../../contract/validation/documents-validator.ts';
import { ProblemError } from '../../contract/problems.ts';
import type { ReleaseItem } from '../../../generated/api.ts';
import { releasesFeed } from './releases-feed.ts';
import { releaseItem, releasesPage } from '../../documents/releases-page.ts';
import { digestOf } from '../../http/respond.ts';
import type { ReleaseRange, ReleasesReader } from './known-releases.ts';
import type { Db } from '../../store/engine/db.ts';
import type { CollectionHead } from '../../store/known/clock.ts';
import { addressOf, checkpointAddress } from '../addresses.ts';
import type { Answer, KeptAnswers } from '../kept.ts';

export type ReleasesRequest = {
  after?: number | undefined;
  before?: number | undefined;
  limit: number;
};

export type ReleasesContext = { db: Db; baseUrl: string; kept: KeptAnswers; releases: ReleasesReader };

export const releasesPath = '/v1/releases';
export const feedPath = '/v1/releases.atom';

type Stretch = ReleaseRange & {
  isOldestFirst: boolean;
  /** Parameters of the next page; null at the end. */
  next: Omit<ReleasesRequest, 'limit'> | null;
};

/** Throws `invalid-request` for a number that was not released yet. */
export async function releasesAnswer(
  context: ReleasesContext,
  head: CollectionHead,
  request: ReleasesRequest,
): Promise<Answer> {
  const { baseUrl, kept } = context;
  const stretch = stretchOf(head, request);
  return kept.get(keyOf(releasesPath, head, request), async () => {
    const releases = await read(context, head, stretch);
    const nextUrl = nextOf(stretch, request, `${baseUrl}${releasesPath}`);
    const document = releasesPage(head.collection, stretch.isOldestFirst ? releases.toReversed() : releases, nextUrl);
    validateDocument('ReleasesPage', document);
    return answered(JSON.stringify(document), releases, nextUrl);
  });
}

export async function releasesFeedAnswer(
  context: ReleasesContext,
  head: CollectionHead,
  request: Omit<ReleasesRequest, 'after'>,
): Promise<Answer> {
  const { baseUrl, kept } = context;
  const { collection } = head;
  const stretch = stretchOf(head, request);
  return kept.get(keyOf(feedPath, head, request), async () => {
    const releases = await read(context, head, stretch);
    const nextUrl = nextOf(stretch, request, `${baseUrl}${feedPath}`);
    const { before, limit } = request;
    const selfUrl = addressOf(baseUrl, feedPath, { before, limit });
    return answered(releasesFeed({ baseUrl, collection, releases, selfUrl, nextUrl }), releases, nextUrl);
  });
}

function stretchOf({ version }: Pick<CollectionHead, 'version'>, { after, before, limit }: ReleasesRequest): Stretch {
  const newest = before === undefined ? version : Math.min(before - 1, version);
  if (after === undefined) {
    const from = Math.max(1, newest - limit + 1);
    return { from, to: newest, isOldestFirst: false, next: from > 1 ? { before: from } : null };
  }
  if (after > version) throw notReleased(after, version);
  const to = Math.min(after + limit, newest);
  return { from: after + 1, to, isOldestFirst: true, next: to < newest ? { after: to, before } : null };
}

function notReleased(after: number, version: number): ProblemError {
  const newest = version === 0 ? 'nothing was released yet' : `the newest release is ${version}`;
  return new ProblemError('invalid-request', {
    detail: `after is ${after}, and ${newest}.`,
    errors: [
      {
        location: 'query.after',
        message: `It was not released yet: ${newest}.`,
        fix: 'Read the list from its beginning: the service may have been restored from an earlier backup.',
      },
    ],
  });
}

function keyOf(path: string, { collection, version, removals }: CollectionHead, request: ReleasesRequest): string {
  const { after = '', before = '', limit } = request;
  return [path, collection, version, removals, after, before, limit].join(' ');
}

async function read(
  { db, baseUrl, releases }: ReleasesContext,
  head: CollectionHead,
  stretch: Stretch,
): Promise<readonly ReleaseItem[]> {
  const { collection } = head;
  return (await releases(db, head, stretch)).map((row) =>
    releaseItem(row, checkpointAddress(baseUrl, { collection, version: row.version })),
  );
}

function nextOf({ next }: Stretch, { limit }: ReleasesRequest, address: string): string | null {
  return next === null ? null : addressOf(address, '', { ...next, limit });
}

function answered(text: string, releases: readonly ReleaseItem[], nextUrl: string | null): Answer {
  const bytes = Buffer.from(text);
  const asOf = releases[0]?.effective_at ?? '';
  return { bytes, sha256: digestOf(bytes), asOf, ...(nextUrl !== null && { nextPageUrl: nextUrl }) };
}
