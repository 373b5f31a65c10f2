/** Refusal of messages that Node's parser accepts although HTTP forbids them. */
import type { IncomingMessage } from 'node:http';

/** The fault of the message itself, or null. */
export function malformed(request: IncomingMessage): string | null {
  let hosts = 0;
  let credentials = 0;
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    if (name.length === 13 && name.toLowerCase() === 'authorization') credentials += 1;
  }
  // Node keeps the first of two; a proxy in front may have kept the second.
  if (hosts > 1) return 'The request has more than one Host header.';
  if (credentials > 1) return 'The request has more than one Authorization header.';
  const host = request.headers.host;
  if (host === undefined && request.httpVersion !== '1.0') return 'HTTP/1.1 needs a Host header.';
  if (host !== undefined && !/^[A-Za-z0-9._~!$&'()*+,;=:%[\]-]*$/.test(host)) return 'The Host header is not a host.';
  if (request.httpVersion !== '1.1' && request.httpVersion !== '1.0')
    return 'Only HTTP/1.0 and HTTP/1.1 are spoken here.';
  if (request.httpVersion === '1.0' && request.headers['transfer-encoding'] !== undefined) {
    return 'HTTP/1.0 has no Transfer-Encoding.';
  }
  return null;
}

/**
 * Path and query of a request target. An absolute target (as sent to a proxy) also names a host, which is ignored.
 * Encoded letters, digits and -._~ of the path are decoded: both spellings are the same path (RFC 3986, 6.2.2.2).
 */
export function pathOf(target: string): string {
  if (target === '*') return target;
  const local = target.startsWith('/') ? target : target.replace(/^[^:/?#]+:\/\/[^/?#]*/, '');
  const [path = ''] = local.split('?', 1);
  const plain = path.includes('%') ? path.replaceAll(unreserved, decodeURIComponent) : path;
  return `${plain.startsWith('/') ? '' : '/'}${plain}${local.slice(path.length)}`;
}

const unreserved = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;
