/** Routes of the process: health, readiness, the contract, and the documentation. */
import type { Application, Request, Response } from 'express';
import { discoveryLinks } from '../docs/links.ts';
import type { Site } from '../docs/site.ts';
import { mountDocs } from '../docs/docs-pages.ts';
import type { Json } from '../../contract/description.ts';
import { linksAt } from '../../contract/path-prefix.ts';
import { methodNotAllowed } from '../../contract/problems.ts';
import { digestOf } from '../../http/respond.ts';
import { type PublicAnswer, sendPublic } from '../../http/send-public.ts';
import { requestIdOf } from '../../http/door.ts';
import { fail } from '../../http/serve.ts';
import type { ServeOptions } from '../../http/serve.ts';

export interface ProcessRoutes {
  /** False while the store cannot be read. */
  readonly isReady: () => Promise<boolean>;
  /** The built documentation, or null without a build. */
  readonly documentation: Site | null;
  /** One JSON Schema for each record type that an operator loads. */
  readonly recordSchemas: Json;
  /** The published part of the contract. */
  readonly description: Json;
  readonly serve: ServeOptions;
}

const contract_headers = {
  'Content-Type': 'application/json',
  'Cache-Control': 'public, max-age=60',
  'Access-Control-Allow-Origin': '*',
};

export function mountProcessRoutes(
  app: Application,
  { isReady, documentation, recordSchemas, description, serve }: ProcessRoutes,
): void {
  const openapi = kept(description);
  const schemas = kept(recordSchemas);
  const refuseMethod = (request: Request, response: Response): void => {
    const error = methodNotAllowed('GET, HEAD');
    fail(response, error, { serving: serve, operation: null, requestId: requestIdOf(request, serve.newRequestId) });
  };
  const readOnly = (path: string, answer: (request: Request, response: Response) => void | Promise<void>): void => {
    app.get(path, answer);
    app.all(path, refuseMethod);
  };
  readOnly('/healthz', (_request, response) => json(response, 200, { status: 'ok' }));
  readOnly('/readyz', async (_request, response) => {
    const ready = await isReady().catch(() => false);
    json(response, ready ? 200 : 503, { status: ready ? 'ready' : 'unavailable' });
  });
  readOnly('/openapi.json', (request, response) => sendPublic(request, response, openapi));
  readOnly('/docs/record-schemas.json', (request, response) => sendPublic(request, response, schemas));
  readOnly('/', ({ baseUrl: prefix }, response) => {
    const headers = { Location: `${prefix}/docs`, Link: linksAt(prefix, discoveryLinks) };
    response.writeHead(302, { ...headers, 'Content-Length': 0 }).end();
  });
  mountDocs(app, { site: documentation, refuseMethod });
}

function kept(document: Json): PublicAnswer {
  const bytes = Buffer.from(JSON.stringify(document));
  return { bytes, sha256: digestOf(bytes), headers: contract_headers };
}

function json(response: Response, status: number, body: Json): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'Content-Length': bytes.length,
  });
  response.end(bytes);
}
