/** Routes of the process: health, readiness, the contract, and the documentation. */
import type { Application, Request, Response } from 'express';
import { discoveryLinks } from '../docs/links.ts';
import type { Site } from '../docs/site.ts';
import { mountDocs } from '../docs/docs-pages.ts';
import { codingOf, encodeOnce } from '../../http/coding.ts';
import type { Json } from '../../contract/description.ts';
import type { Headers } from '../../contract/operations.ts';
import { linksAt } from '../../contract/path-prefix.ts';
import { methodNotAllowed } from '../../contract/problems.ts';
import { heldTag } from '../../http/conditions.ts';
import { digestOf, entityTag } from '../../http/respond.ts';
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
  'Access-Control-Allow-Origin': '*',
};

export function mountProcessRoutes(
  app: Application,
  { isReady, documentation, recordSchemas, description, serve }: ProcessRoutes,
): void {
  const openapi = kept(Buffer.from(JSON.stringify(description)));
  const schemas = kept(Buffer.from(JSON.stringify(recordSchemas)));
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
  readOnly('/openapi.json', (request, response) =>
    sendKept(request, response, { ...openapi, headers: contract_headers }),
  );
  readOnly('/docs/record-schemas.json', (request, response) =>
    sendKept(request, response, { ...schemas, headers: contract_headers }),
  );
  readOnly('/', ({ baseUrl: prefix }, response) => {
    const headers = { Location: `${prefix}/docs`, Link: linksAt(prefix, discoveryLinks) };
    response.writeHead(302, { ...headers, 'Content-Length': 0 }).end();
  });
  mountDocs(app, { site: documentation, refuseMethod });
}

interface KeptPage {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

function kept(bytes: Uint8Array): KeptPage {
  return { bytes, sha256: digestOf(bytes) };
}

async function sendKept(request: Request, response: Response, page: KeptPage & { readonly headers: Headers }) {
  const { bytes, sha256, headers } = page;
  const coding = codingOf(request, bytes);
  const shared = { 'Cache-Control': 'public, max-age=60', Vary: 'Accept-Encoding', ...headers };
  const held = heldTag(request, sha256);
  if (held !== null) {
    response.writeHead(304, { ...shared, ETag: held === '*' ? entityTag(sha256, coding) : held }).end();
    return;
  }
  const coded = coding === 'identity' ? bytes : await encodeOnce(sha256, bytes, coding);
  response.writeHead(200, {
    ...shared,
    ETag: entityTag(sha256, coding),
    ...(coding !== 'identity' && { 'Content-Encoding': coding }),
    'Content-Length': coded.length,
  });
  response.end(request.method === 'HEAD' ? undefined : coded);
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
