/** Mount of all pages for people, and of their few assets. */
import { readFileSync } from 'node:fs';
import type { Application } from 'express';
import { mountAgentTexts } from './docs/agent-texts.ts';
import { mountAccount } from './account-pages.ts';
import { mountAuthorize } from './authorize/authorize-pages.ts';
import { mountCliAuth } from './cli-auth/cli-auth-pages.ts';
import { mountConnect } from './authorize/connect-pages.ts';
import type { PageContext } from './shell/context.ts';
import { sendAsset, stylesheet, stylesheetPath } from './shell/page.ts';
import { mountReading } from './reading-pages.ts';
import { mountSignIn } from './sign-in/sign-in-pages.ts';
import { mountSubscribe } from './subscribe/subscribe-pages.ts';

const icon = readFileSync(new URL('shell/icon.svg', import.meta.url));

export function mountPages(app: Application, context: PageContext): void {
  app.get(stylesheetPath, (_request, response) => {
    sendAsset(response, { type: 'text/css; charset=utf-8', bytes: stylesheet });
  });
  app.get('/assets/icon.svg', (_request, response) => {
    sendAsset(response, { type: 'image/svg+xml', bytes: icon, isForEver: false });
  });
  mountReading(app, context);
  mountSignIn(app, context);
  mountCliAuth(app, context);
  mountAccount(app, context);
  mountAuthorize(app, context);
  mountConnect(app, context);
  mountAgentTexts(app, context);
  mountSubscribe(app, context);
}
