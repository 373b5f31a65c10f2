/** Test support: byte sequences that no client sends, and the expected result of each. */
import { liveKey } from './ask.ts';

const head = 'GET /v1/tickers HTTP/1.1\r\nHost: research.test\r\n';
const post = 'POST /api/auth/cli/initiate HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const chunked = 'Transfer-Encoding: chunked\r\n';
const close = 'Connection: close\r\n';
/** A whole request after a malformed one: it must never be answered. */
const hidden = 'GET /healthz HTTP/1.1\r\nHost: hidden\r\n\r\n';
const inChunks = (chunks: string): string => `${post}${chunked}\r\n${chunks}${hidden}`;

export type Raw = readonly [what: string, bytes: string, status: number];

/** Each gets one answer, a problem, and the connection ends. */
export const refusedBytes: readonly Raw[] = [
  ['two Host headers', `${head}Host: evil.test\r\n\r\n`, 400],
  ['two equal Host headers', `${head}Host: research.test\r\n\r\n`, 400],
  ['a Host with a space', 'GET /v1/tickers HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['a Host with a path', 'GET /v1/tickers HTTP/1.1\r\nHost: a/b\r\n\r\n', 400],
  ['a Host with a person', 'GET /v1/tickers HTTP/1.1\r\nHost: user@evil.test\r\n\r\n', 400],
  ['no Host', 'GET /v1/tickers HTTP/1.1\r\n\r\n', 400],
  ['a Host behind a space', 'GET /v1/tickers HTTP/1.1\r\n Host: a\r\n\r\n', 400],
  ['two Authorization headers', `${head}Authorization: ${liveKey}\r\nAuthorization: Bearer x\r\n\r\n`, 400],
  ['an unknown expectation', `${head}Expect: 200-ok\r\n\r\n`, 400],
  ['a proxy to be', 'CONNECT evil.test:443 HTTP/1.1\r\nHost: evil.test\r\n\r\n', 405],

  ['length and chunks', `${post}Content-Length: 5\r\n${chunked}\r\n0\r\n\r\n${hidden}`, 400],
  ['chunks and length', `${post}${chunked}Content-Length: 5\r\n\r\n0\r\n\r\n${hidden}`, 400],
  ['two lengths', `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nxx`, 400],
  ['two equal lengths', `${head}Content-Length: 1\r\nContent-Length: 1\r\n\r\nx`, 400],
  ['a list of lengths', `${head}Content-Length: 1, 1\r\n\r\nx`, 400],
  ['a length with a sign', `${head}Content-Length: +1\r\n\r\nx`, 400],
  ['a length below nothing', `${head}Content-Length: -1\r\n\r\nx`, 400],
  ['a length in hexadecimal', `${head}Content-Length: 0x1\r\n\r\nx`, 400],
  ['a length that no number holds', `${head}Content-Length: 99999999999999999999\r\n\r\nx`, 400],
  ['a length with a letter', `${head}Content-Length: 1x\r\n\r\nx`, 400],
  ['a length of two numbers', `${head}Content-Length: 1 1\r\n\r\nx`, 400],
  ['a length that is empty', `${head}Content-Length:\r\n\r\n`, 400],

  ['chunks twice', `${post}${chunked}${chunked}\r\n0\r\n\r\n${hidden}`, 400],
  ['chunks that are identity too', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`, 400],
  [
    'chunks in one header and identity in another',
    `${post}${chunked}Transfer-Encoding: identity\r\n\r\n0\r\n\r\n${hidden}`,
    400,
  ],
  ['chunks that are not the last coding', `${post}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n${hidden}`, 400],
  ['a transfer in gzip', `${post}Transfer-Encoding: gzip\r\n\r\n0\r\n\r\n${hidden}`, 400],
  ['a coding that is nearly chunks', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${hidden}`, 400],
  ['a coding behind a control character', `${post}Transfer-Encoding: \u000bchunked\r\n\r\n0\r\n\r\n${hidden}`, 400],
  ['a coding with a space before the colon', `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`, 400],
  ['a coding on the next line', `${post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n${hidden}`, 400],
  ['HTTP/1.0 with chunks', `GET /v1/tickers HTTP/1.0\r\nHost: a\r\n${chunked}\r\n0\r\n\r\n`, 400],
  ['a chunk whose size is no number', inChunks('zz\r\n{}\r\n0\r\n\r\n'), 400],
  ['a chunk whose size no number holds', inChunks('fffffffffffffffff\r\n{}\r\n0\r\n\r\n'), 400],
  ['a chunk of less than nothing', inChunks('-1\r\n{}\r\n0\r\n\r\n'), 400],
  ['a chunk that is longer than it says', inChunks('2\r\n{}xx\r\n0\r\n\r\n'), 400],
  ['chunks on lines that end otherwise', inChunks('2\n{}\n0\n\n'), 400],
  ['an extension of a chunk of 20,000 characters', inChunks(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`), 400],

  ['a folded header', `${head}X-A: b\r\n c\r\n\r\n`, 400],
  ['a space before the colon', `${head}X-A : b\r\n\r\n`, 400],
  ['a header without a colon', `${head}nonsense\r\n\r\n`, 400],
  ['a header without a name', `${head}: x\r\n\r\n`, 400],
  ['a header name in brackets', `${head}X(a): x\r\n\r\n`, 400],
  ['a bare line feed', 'GET /v1/tickers HTTP/1.1\nHost: a\n\n', 400],
  ['a bare carriage return', `${head}X-A: b\rc\r\n\r\n`, 400],
  ['NUL in a header', `${head}X-A: b\u0000c\r\n\r\n`, 400],
  ['a control character in a header', `${head}X-A: a\u0001b\r\n\r\n`, 400],
  ['DEL in a header', `${head}X-A: a\u007fb\r\n\r\n`, 400],

  ['a space in the path', 'GET /v1/ tickers HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['raw UTF-8 in the path', 'GET /v1/\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['NUL in the path', 'GET /v1/\u0000 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['a path without a slash', 'GET v1/tickers HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['no path', 'GET HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['tabs between the words', 'GET\t/v1/tickers\tHTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['no version, as in HTTP/0.9', 'GET /v1/tickers\r\n\r\n', 400],
  ['HTTP/0.9', 'GET /v1/tickers HTTP/0.9\r\nHost: a\r\n\r\n', 400],
  ['HTTP/1.2', 'GET /v1/tickers HTTP/1.2\r\nHost: a\r\n\r\n', 400],
  ['HTTP/2.0 in words', 'GET /v1/tickers HTTP/2.0\r\nHost: a\r\n\r\n', 400],
  ['a version that does not exist', 'GET /v1/tickers HTTP/3.7\r\nHost: a\r\n\r\n', 400],
  ['a version in lower case', 'GET /v1/tickers http/1.1\r\nHost: a\r\n\r\n', 400],
  ['a space behind the version', 'GET /v1/tickers HTTP/1.1 \r\nHost: a\r\n\r\n', 400],
  ['a preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['a lower-case method', 'get /v1/tickers HTTP/1.1\r\nHost: a\r\n\r\n', 501],
  ['a method that nobody knows', 'NONSENSE / HTTP/1.1\r\nHost: a\r\n\r\n', 501],
  ['a method of 9,000 letters', `${'G'.repeat(9_000)} / HTTP/1.1\r\nHost: a\r\n\r\n`, 501],
  ['what is no HTTP at all', '\u0016\u0003\u0001\u0002\r\n\r\n', 400],
  ['a line of the PROXY protocol', `PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\n${head}\r\n`, 400],

  ['headers above the limit', `${head}X-A: ${'x'.repeat(9_000)}\r\n\r\n`, 431],
  ['700 headers above the limit', `${head}${'X-A: aaaaaaaaaaaa\r\n'.repeat(700)}\r\n`, 431],
  ['a path above the limit', `GET /v1/tickers?${'x'.repeat(9_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
];

export type RawExchange = readonly [what: string, bytes: string, statuses: readonly number[]];

/** Each gets exactly these answers, in this order, and hidden requests get none. */
export const answeredBytes: readonly RawExchange[] = [
  ['the absolute form, as the path in it', `GET http://evil.test/healthz HTTP/1.1\r\nHost: a\r\n${close}\r\n`, [200]],
  [
    'the absolute form, of a port that no host has',
    `GET http://evil.test:99999/healthz HTTP/1.1\r\nHost: a\r\n${close}\r\n`,
    [200],
  ],
  ['the absolute form, of no host at all', `GET http://[evil/healthz HTTP/1.1\r\nHost: a\r\n${close}\r\n`, [200]],
  ['the absolute form of a person', `GET https://u:p@evil.test/healthz HTTP/1.1\r\nHost: a\r\n${close}\r\n`, [200]],
  ['a path that looks like a host', `GET //evil.test/%2f.. HTTP/1.1\r\nHost: a\r\n${close}\r\n`, [404]],
  ['the server and no path', `OPTIONS * HTTP/1.1\r\nHost: a\r\n${close}\r\n`, [204]],
  ['the star with another method', `GET * HTTP/1.1\r\nHost: a\r\n${close}\r\n`, [404]],
  ['a request that is to be shown again', `TRACE /v1/tickers HTTP/1.1\r\nHost: a\r\n${close}\r\n`, [405]],
  ['HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n', [200]],
  ['another protocol, in this one', `${head}Connection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n`, [200]],
  ['HTTP/2, in this protocol', `${head}Connection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\n\r\n`, [200]],
  ['a body that is promised', `${post}Expect: 100-continue\r\n${close}Content-Length: 2\r\n\r\n{}`, [100, 400]],
  ['a body where none is read', `${head}${close}Content-Length: ${hidden.length}\r\n\r\n${hidden}`, [200]],
  ['headers behind a body', `${post}${close}${chunked}\r\n2\r\n{}\r\n0\r\nAuthorization: Bearer live\r\n\r\n`, [400]],
  ['an extension of a chunk', `${post}${close}${chunked}\r\n2;a=b\r\n{}\r\n0\r\n\r\n`, [400]],
  ['empty lines before it', `\r\n\r\n${head}${close}\r\n`, [200]],
  ['two requests at once', `GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n${head}${close}\r\n`, [200, 200]],
  ['what comes behind the last request', `${head}${close}\r\n${hidden}`, [200]],
  ['no HTTP behind two requests', `${head}\r\n${head}\r\nGET / HTTP/9\r\n\r\n${hidden}`, [200, 200]],
];
