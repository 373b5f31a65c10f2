/** Every page that a person sees, and the few files that pages are made of. */
import { readFileSync } from 'node:fs';
import type { Application, Response } from 'express';
import { mountAgentTexts } from './agent-texts.ts';
import { mountAccount } from './account-pages.ts';
import { mountCliAuth } from './cli-auth-pages.ts';
import { mountConnect } from './connect-pages.ts';
import type { PageContext } from './context.ts';
import { stylesheet, stylesheetPath } from './page.ts';
import { mountReading } from './reading-pages.ts';
import { mountSignIn } from './sign-in-pages.ts';
import { mountSubscribe } from './subscribe-pages.ts';

const icon = readFileSync(new URL('icon.svg', import.meta.url));

export function mountPages(app: Application, context: PageContext): void {
  app.get(stylesheetPath, (_request, response) => sendFile(response, 'text/css; charset=utf-8', stylesheet));
  app.get('/assets/icon.svg', (_request, response) => sendFile(response, 'image/svg+xml', icon));
  mountReading(app, context);
  mountSignIn(app, context);
  mountCliAuth(app, context);
  mountAccount(app, context);
  mountConnect(app, context);
  mountAgentTexts(app, context);
  mountSubscribe(app, context);
}

/** The address of a file changes with its content, so that it may be kept for ever; the icon's does not. */
function sendFile(response: Response, type: string, bytes: Buffer): void {
  const isIcon = type === 'image/svg+xml';
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Cache-Control': isIcon ? 'public, max-age=86400' : 'public, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}
