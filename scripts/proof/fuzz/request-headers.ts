// Headers of a request: credentials, accepted types, request ids, and many unexpected ones.
import { contractVersion } from '../../../server/contract/description.ts';
import type { Draw } from './draw.ts';
import type { Operation } from './contract.ts';
import { headerText } from './sent.ts';
import { hostile, text } from './values.ts';
import type { Credential, World } from './world.ts';

export type Headers = [string, string][];

/** Accept headers, each true if JSON is acceptable; null if the header is too odd to decide. */
const accepts: readonly (readonly [value: string | null, isAcceptable: boolean | null])[] = [
  ['*/*', true],
  ['application/json', true],
  ['application/*', true],
  ['application/json;q=0.1, text/html', true],
  ['text/html, */*;q=0.1', true],
  ['text/html', false],
  ['application/xml, image/*', false],
  ['application/problem+json', false],
  ['application/json;q=0', false],
  ['', null],
  [',,;q=;', null],
  ['application/json;version=2', true],
  ['application/json; charset=utf-8', true],
];
const codings = [null, 'gzip', 'br', 'gzip, br', 'identity', '*', 'identity;q=0', 'gzip;q=0, *;q=0', 'zstd', ',;='];

export function acceptHeaders(draw: Draw): { headers: Headers; isAcceptable: boolean | null } {
  const [accept, isAcceptable] = draw.once(5) ? draw.pick(accepts) : [null, true];
  const coding = draw.pick(codings);
  const headers: Headers = [];
  if (accept !== null) headers.push(['Accept', accept]);
  if (coding !== null) headers.push(['Accept-Encoding', coding]);
  return { headers, isAcceptable };
}

/** One id in three was used before, or will be again: replays and reuses are as frequent as they get. */
export function requestIdHeaders(draw: Draw): Headers {
  const kind = draw.below(20);
  if (kind < 8) return [];
  // A few ids come often, so that receipts of charged answers are found under them.
  if (kind < 14) return [['X-Request-ID', `fuzz-${draw.once(8) ? 1 + draw.below(3) : draw.below(5_000)}`]];
  if (kind < 17) return [['x-request-id', text(draw, draw.pick([1, 20, 127, 128, 129]), 'word')]];
  if (kind < 19) return [['X-REQUEST-ID', headerText(hostile(draw))]];
  return [
    ['X-Request-ID', 'one'],
    ['X-Request-ID', 'two'],
  ];
}

/** Headers that the operation itself reads, except the request id. */
export function conditionHeaders(draw: Draw, tags: readonly string[]): Headers {
  const headers: Headers = [];
  if (draw.once(7)) {
    const tag = draw.pick([...tags, '*', '*', '"x"', 'W/"x", "y"', '""', 'no tag', `"${text(draw, 1_030, 'word')}"`]);
    headers.push(['If-None-Match', draw.once(6) ? headerText(hostile(draw)) : tag]);
  }
  if (draw.once(12)) {
    const tag = draw.pick([...tags, '*', '"x"', 'W/"x", "y"', '""', 'no tag']);
    headers.push(['If-Match', draw.once(6) ? headerText(hostile(draw)) : tag]);
  }
  if (draw.once(12)) {
    const version = draw.pick([contractVersion(), contractVersion(), '2020-01-01', 'latest', '2026-13-45']);
    headers.push(['Research-Version', draw.once(6) ? headerText(hostile(draw)) : version]);
  }
  return headers;
}

const uninvited: readonly (readonly [string, string])[] = [
  ['X-Forwarded-For', '203.0.113.9, evil'],
  ['X-Forwarded-Host', 'evil.test'],
  ['X-Forwarded-Proto', 'javascript'],
  ['Forwarded', 'host=evil.test;proto=https'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-Original-URL', '/v1/status'],
  ['Range', 'bytes=0-1'],
  ['If-Modified-Since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ['Cookie', '__Host-session=nobody; a=b'],
  ['Origin', 'https://evil.test'],
  ['Referer', 'https://evil.test/?key=1'],
  ['Content-Type', 'application/json'],
  ['Content-Type', 'text/plain; charset=utf-7'],
  ['TE', 'trailers'],
  ['Via', '1.0 evil'],
  ['Cache-Control', 'no-store'],
  ['Prefer', 'return=minimal'],
  ['User-Agent', ''],
  ['Constructor', 'x'],
  ['__proto__', 'x'],
];

export function otherHeaders(draw: Draw, operation: Operation | null): Headers {
  if (!draw.once(4)) return [];
  // The generator of the body also draws its type.
  const fitting = uninvited.filter(([name]) => operation?.body == null || name !== 'Content-Type');
  const headers: Headers = draw.some(fitting, 12).map(([name, value]) => [name, value]);
  return draw.once(4) ? [...headers, ['X-Odd', headerText(hostile(draw))]] : headers;
}

/** Mostly a credential that the operation accepts. */
export function callerOf(draw: Draw, { credentials }: World, access: string): Credential {
  const good = credentials.filter(({ opens }) => opens === access);
  return good.length > 0 && !draw.once(10) ? draw.pick(good) : draw.pick(credentials);
}
