// World of a story: the built server over a database with preview and live research, a browser, and the operator.
import type { Browser } from 'playwright-core';
import { inject } from 'vitest';
import { type Mailbox, openMailbox } from '../../../server/mail/testing/mailbox.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { openPublished } from '../../../server/ingest/testing/published.ts';
import { type Build, frozenBuild } from '../../stage/frozen-build.ts';
import { databaseOf } from '../../../server/store/testing/address.ts';
import { type JourneyServer, startJourneyServer } from './server.ts';
import { type Visitor, openBrowser, visit } from './visitor.ts';

export type World = JourneyServer & {
  store: Store;
  /** A real mail server, and what the service has sent by it. */
  mailbox: Mailbox;
  /** A person at a browser without cookies; faults of the pages are collected until the end. */
  visitor(): Promise<Visitor>;
  faults(): readonly string[];
  close(): Promise<void>;
};

/** The corpus stands in for live research too. */
export async function openWorld(): Promise<World> {
  const [build, store, browser, mailbox] = await Promise.all([
    frozenBuild(),
    openPublished('both'),
    openBrowser(),
    openMailbox(),
  ]);
  const databaseUrl = await databaseOf(store, inject('databaseUrl'));
  const server = await startJourneyServer(build, {
    DATABASE_URL: databaseUrl,
    SMTP_URL: mailbox.url,
    SIGN_UP: 'open',
  });
  return world({ build, store, browser, server, mailbox });
}

function world({
  build,
  store,
  browser,
  server,
  mailbox,
}: {
  build: Build;
  store: Store;
  browser: Browser;
  server: JourneyServer;
  mailbox: Mailbox;
}): World {
  const visitors: Visitor[] = [];
  return {
    ...server,
    store,
    mailbox,
    visitor: async () => {
      const one = await visit(browser, server.base);
      visitors.push(one);
      return one;
    },
    faults: () => visitors.flatMap(({ faults }) => faults),
    close: async () => {
      await browser.close();
      await server.stop();
      await mailbox.close();
      await store.close();
      await build.remove();
    },
  };
}
