/** Requests that no route answers: a page for a person, and one address without a slash at its end. */
import type { NextFunction, Request, Response } from 'express';
import { holdsSecret } from '../../contract/validation/secret-text.ts';

/** Addresses of programs, which always get a problem as JSON. */
const ofPrograms = /^\/(v1|api|log|mcp|oauth|\.well-known|webhooks|assets|docs\/assets)(\/|$)/;

/** True for a browser that opens an address; a program that accepts anything gets JSON. */
export function wantsPage(request: Request): boolean {
  if (ofPrograms.test(request.path)) return false;
  return request.accepts(['application/json', 'text/html']) === 'text/html';
}

/** Segments of a path, each with a name, and slashes at its end; no other form leads to an address of this origin. */
const withSlash = /^((?:\/[^/\\]+)+)\/+$/;

/** Leads to the same address without slashes at its end, with its query. */
export function withoutSlash(request: Request, response: Response, next: NextFunction): void {
  const [, path] = withSlash.exec(request.path) ?? [];
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  // An address is kept in histories and logs: one that holds a secret is not written again.
  if (path === undefined || !isReading || ofPrograms.test(path) || holdsSecret(request.url)) return next();
  const query = request.url.slice(request.path.length);
  response
    .writeHead(308, {
      Location: `${request.baseUrl}${path}${query}`,
      'Cache-Control': 'public, max-age=86400',
      'Content-Length': 0,
    })
    .end();
}
