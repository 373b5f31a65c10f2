/** Mount of all pages for people, and of their few assets. */
import type { Application } from 'express';
import { mountAgentTexts } from './docs/agent-texts.ts';
import { mountAccount } from './account-pages.ts';
import { mountAuthorize } from './authorize/authorize-pages.ts';
import { mountCliAuth } from './cli-auth/cli-auth-pages.ts';
import { mountConnect } from './authorize/connect-pages.ts';
import type { PageContext } from './shell/context.ts';
import { mountAssets } from './shell/assets.ts';
import { mountReading } from './reading-pages.ts';
import { mountSignIn } from './sign-in/sign-in-pages.ts';
import { mountSubscribe } from './subscribe/subscribe-pages.ts';

export function mountPages(app: Application, context: PageContext): void {
  mountAssets(app);
  mountReading(app, context);
  mountSignIn(app, context);
  mountCliAuth(app, context);
  mountAccount(app, context);
  mountAuthorize(app, context);
  mountConnect(app, context);
  mountAgentTexts(app, context);
  mountSubscribe(app, context);
}
