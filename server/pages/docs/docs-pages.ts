/** The documentation: static files of the build, pages of problems without a build, and the console. */
import type { Application, NextFunction, Request, Response } from 'express';
import { linksAt } from '../../contract/path-prefix.ts';
import { type ProblemCode, ProblemError, catalogue } from '../../contract/problems.ts';
import { sendPublic } from '../../http/send-public.ts';
import { docsLinks } from './links.ts';
import type { Site, SiteEntry, SiteFile } from './site.ts';
import { pagePolicies, sendPublicPage } from '../shell/page.ts';
import { problemPage } from '../shell/problem-page.ts';

/** `refuseMethod` answers methods other than GET and HEAD. */
export type DocsOptions = {
  site: Site | null;
  refuseMethod: (request: Request, response: Response) => void;
};

export function mountDocs(app: Application, { site, refuseMethod }: DocsOptions): void {
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
  app.all('/docs/errors/:code', async (request, response) => {
    const code = String(request.params['code']);
    if (!Object.hasOwn(catalogue, code)) throw new ProblemError('not-found');
    if (!isReading(request)) return refuseMethod(request, response);
    await sendPublicPage(response, problemPage(code as ProblemCode));
  });
  app.get('/docs/*path', async (request, response, next) => {
    // A program gets the usual problem; a person gets a page with links.
    const page =
      request.accepts(['application/json', 'text/html']) === 'text/html' ? await site?.find('page:404') : null;
    if (page === null || page === undefined) return next();
    sendSiteFile(request, response, page, 404);
  });
}

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD';

async function sendSiteFile(request: Request, response: Response, file: SiteFile, status = 200): Promise<void> {
  const { entry, bytes, sha256, coded } = file;
  const isFound = status === 200;
  const headers = {
    ...siteHeaders(entry, request.baseUrl),
    // The next version may have a page at this address, and a program gets another answer than a person.
    ...(!isFound && { 'Cache-Control': 'no-store', Vary: 'Accept, Accept-Encoding' }),
  };
  await sendPublic(request, response, { bytes, sha256, headers, status, coded });
}

/** The reference has inline scripts, allowed by hash in a meta element; these directives only work in a header. */
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

/** Headers of a page that is built on request, in the frame of the static ones. */
export function sendSiteHeaders(response: Response, status: number, headers: Readonly<Record<string, string>>): void {
  const links = pageHeaders('/docs/try', response.req.baseUrl);
  response.writeHead(status, { ...links, Vary: 'Accept-Encoding', ...headers });
}
