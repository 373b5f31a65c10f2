/** Test support: the addresses of all pages, read from the router, for lists that must hold each page. */
import express from 'express';
import type { ServeOptions } from '../../http/serve.ts';
import { noRateLimits } from '../../metering/testing/rate-limits.ts';
import { mountTry } from '../docs/try-pages.ts';
import { mountPages } from '../mount.ts';
import type { PageContext } from '../shell/context.ts';

/** Every path of a page or of its form, as Express writes it: `/brief/*name`. Files that pages load are left out. */
export function pageRoutes(): readonly string[] {
  const app = express();
  const parts = { rateLimits: noRateLimits, elapsed: () => 0, now: () => '2026-11-02T12:00:00.000Z' };
  const context = {
    ...parts,
    baseUrl: 'https://research.test',
    payments: { provider: 'practice' },
    upstream: { issuer: 'https://sign-in.test', clientId: 'research', clientSecret: 'x' },
    signUp: 'open',
    wakeMail: () => undefined,
  } as unknown as PageContext;
  mountPages(app, context);
  mountTry(app, { context, site: null, serving: parts as unknown as ServeOptions });
  const paths = app.router.stack.map(({ route }) => route?.path).filter((path) => path !== undefined);
  return [...new Set(paths)].filter((path) => !path.startsWith('/assets/') && path !== '/favicon.ico');
}

/** The pages at one address each, without those at `/brief/*name` and its like. */
export const fixedPages = (): readonly string[] => pageRoutes().filter((path) => !/[:*]/.test(path));
