/** The documentation: static files as they were built, a page for each problem where nothing was built, and the console. */
import type { Application, NextFunction, Request, Response } from 'express';
import { codingOf } from '../../http/coding.ts';
import { linksAt } from '../../contract/path-prefix.ts';
import { type ProblemCode, ProblemError, catalogue } from '../../contract/problems.ts';
import { heldTag } from '../../http/conditions.ts';
import { entityTag } from '../../http/respond.ts';
import { docsLinks } from './links.ts';
import type { Site, SiteEntry, SiteFile } from './site.ts';
import { pagePolicies, sendPage } from '../shell/page.ts';
import { problemPage } from '../shell/problem-page.ts';

/** `refuseMethod` answers what is neither GET nor HEAD. */
export type DocsOptions = {
  site: Site | null;
  refuseMethod: (request: Request, response: Response) => void;
};

export function mountDocs(app: Application, { site, refuseMethod }: DocsOptions): void {
  app.all('/docs/', ({ baseUrl: prefix }, response) => {
    response.writeHead(302, { Location: `${prefix}/docs`, 'Content-Length': 0 }).end();
  });
  app.use(async (request: Request, response: Response, next: NextFunction) => {
    const file = site === null ? null : await site.find(request.path);
    if (file === null) return next();
    if (isReading(request)) return sendSiteFile(request, response, file);
    refuseMethod(request, response);
  });
  if (site === null) {
    app.get('/docs', () => {
      throw new ProblemError('not-found', { detail: 'The documentation is not built: npm run docs.' });
    });
  }
  app.all('/docs/errors/:code', (request, response) => {
    const code = String(request.params['code']);
    if (!Object.hasOwn(catalogue, code)) throw new ProblemError('not-found');
    if (!isReading(request)) return refuseMethod(request, response);
    sendPage(response, problemPage(code as ProblemCode), { caching: 'public' });
  });
  app.get('/docs/*path', async (request, response, next) => {
    // A program is told as everywhere; a person gets a page that leads on.
    const page =
      request.accepts(['application/json', 'text/html']) === 'text/html' ? await site?.find('page:404') : null;
    if (page === null || page === undefined) return next();
    sendSiteFile(request, response, page, 404);
  });
}

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

async function sendSiteFile(request: Request, response: Response, file: SiteFile, status = 200): Promise<void> {
  const { entry, bytes, sha256 } = file;
  const held = status === 200 ? heldTag(request, sha256) : null;
  // A path where nothing is answers a program otherwise than a person.
  const headers = {
    ...siteHeaders(entry, request.baseUrl),
    Vary: status === 200 ? 'Accept-Encoding' : 'Accept, Accept-Encoding',
  };
  if (held !== null) {
    const tag = held === '*' ? entityTag(sha256, codingOf(request, bytes)) : held;
    response.writeHead(304, { ...headers, ETag: tag }).end();
    return;
  }
  const coding = codingOf(request, bytes);
  const coded = coding === 'identity' ? bytes : await file.coded(coding);
  response.writeHead(status, {
    ...headers,
    // The address may get a page with the next version.
    ...(status === 404 && { 'Cache-Control': 'no-store' }),
    ETag: entityTag(sha256, coding),
    ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
    'Content-Length': coded.length,
  });
  response.end(request.method === 'HEAD' ? undefined : coded);
}

/** The reference carries its scripts inside, allowed by their hashes in a meta element; this is what such an element cannot say. */
const referencePolicy = "frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

function siteHeaders({ path, type, isForEver, isReference }: SiteEntry, prefix: string): Record<string, string> {
  const shared = {
    'Content-Type': type,
    'Cache-Control': isForEver ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
  };
  if (type.startsWith('text/html'))
    return {
      ...pageHeaders(path, prefix),
      ...(isReference && { 'Content-Security-Policy': referencePolicy }),
      ...shared,
    };
  return path.startsWith('/docs/assets/')
    ? { ...shared, 'Cross-Origin-Resource-Policy': 'same-origin' }
    : { ...shared, 'Access-Control-Allow-Origin': '*' };
}

function pageHeaders(path: string, prefix: string): Record<string, string> {
  const links = linksAt(prefix, docsLinks(path));
  return { 'Content-Type': 'text/html; charset=utf-8', ...pagePolicies(), Link: links };
}

/** Of a page that is made when it is asked for, in the frame of the others. */
export function sendSiteHeaders(response: Response, status: number, headers: Readonly<Record<string, string>>): void {
  const links = pageHeaders('/docs/try', response.req.baseUrl);
  response.writeHead(status, { ...links, Vary: 'Accept-Encoding', ...headers });
}
