// Releases as an Atom feed (RFC 4287) in pages (RFC 5005).
import type { ReleaseItem } from '../../../generated/api.ts';
import { releaseSentence } from '../../../client/words/releases.ts';
import { capital } from '../../../client/words/text.ts';
import type { Collection } from '../../store/engine/db.ts';

export type Feed = {
  baseUrl: string;
  collection: Collection;
  /** The newest first. */
  releases: readonly ReleaseItem[];
  selfUrl: string;
  nextUrl: string | null;
};

/** Categories of one entry: a reader filters by them. */
const CATEGORIES_MAX = 50;

/** The time of a feed without entries: an empty collection is settled up to here. */
const NEVER = '1970-01-01T00:00:00.000Z';

export function releasesFeed({ baseUrl, collection, releases, selfUrl, nextUrl }: Feed): string {
  const id = feedId(baseUrl, collection);
  const title = collection === 'live' ? 'Releases of research' : 'Releases of fictional preview research';
  const next = nextUrl === null ? '' : `\n  <link rel="next" type="application/atom+xml" href="${xml(nextUrl)}"/>`;
  const entries = releases.map((release) => entryOf(release, { baseUrl, id }));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${xml(id)}</id>
  <title>${title}</title>
  <updated>${releases[0]?.effective_at ?? NEVER}</updated>
  <author><name>Research Intelligence</name></author>
  <link rel="self" type="application/atom+xml" href="${xml(selfUrl)}"/>
  <link rel="alternate" type="text/html" href="${xml(`${baseUrl}/docs/releases`)}"/>${next}
${entries.join('')}</feed>
`;
}

function entryOf(release: ReleaseItem, { baseUrl, id }: { baseUrl: string; id: string }): string {
  const { number, kind, effective_at: at, tickers } = release;
  const categories = tickers.slice(0, CATEGORIES_MAX).map((ticker) => `\n    <category term="${xml(ticker)}"/>`);
  const address = `${baseUrl}/v1/releases?after=${number - 1}&limit=1`;
  return `  <entry>
    <id>${xml(`${id}/${number}`)}</id>
    <title>${capital(kind)} ${number}</title>
    <published>${at}</published>
    <updated>${at}</updated>
    <link rel="alternate" type="application/json" href="${xml(address)}"/>${categories.join('')}
    <content type="text">${xml(releaseSentence(release))}</content>
  </entry>
`;
}

/**
 * A tag URI (RFC 4151): readers recognise entries by it, so it changes only with the service's address. A port is not part
 * of an authority.
 */
function feedId(baseUrl: string, collection: Collection): string {
  const { hostname, port, pathname } = new URL(baseUrl);
  const authority = hostname.startsWith('[') ? `ip6${hostname.slice(1, -1).replaceAll(':', '-')}` : hostname;
  const place = `${port === '' ? '' : `${port}:`}${pathname.replace(/\/$/, '')}`;
  return `tag:${authority},2026:${place}/releases/${collection}`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 cannot hold control characters, surrogates without their half, or the two last of a plane. */
function xml(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu, '\uFFFD')
    .replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}
