// Reading pages over HTTP with the fictional corpus as live research, and people with workspaces.
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { cookieName } from '../access/sign-in/cookies.ts';
import { noRateLimits } from '../metering/testing/rate-limits.ts';
import { createServing } from '../process/serving.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import { type TestBalance, makeTestWorkspace } from './accounts.ts';
import { makeTestPerson } from './people.ts';
import { mountReading } from '../pages/reading-pages.ts';
import { openPublished } from '../ingest/testing/published.ts';

export const baseUrl = 'http://research.test';
const now = () => '2026-11-02T12:00:00.000Z';

export type Page = { status: number; headers: Headers; text: string };

export const led = ({ headers }: Page): string => headers.get('location') ?? '';

export type ReadingSite = Awaited<ReturnType<typeof openReading>>;

export async function openReading() {
  const store = await openPublished('both');
  const onFailure = (cause: unknown): void => console.error(cause);
  const shared = { store, baseUrl, now, rateLimits: noRateLimits, onFailure };
  const serving = createServing({ ...shared, elapsed: () => performance.now() });
  const app = express().enable('strict routing').enable('case sensitive routing');
  mountReading(app, {
    ...serving,
    ...shared,
    db: store.accounts,
    randomBytes,
    newRequestId: randomUUID,
    payments: { provider: 'none' },
    upstream: null,
    wakeMail: null,
    signUp: 'invited' as const,
  });
  const server = createServer({ keepAliveTimeout: 600_000 }, app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function get(path: string, headers: Record<string, string> = {}): Promise<Page> {
    const response = await fetch(`${address}${path}`, { headers, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** A person in workspaces with these balances. */
  async function person(...balances: TestBalance[]) {
    const workspaces: string[] = [];
    for (const balance of balances) workspaces.push(await makeTestWorkspace(store, balance));
    const { secret, userId } = await makeTestPerson(store, workspaces, now());
    const cookie = { cookie: `${cookieName(baseUrl, 'session')}=${secret}` };
    const workspace = workspaces[0] ?? '';
    return {
      workspace,
      userId,
      read: (path: string) => get(path, cookie),
      open: async (path: string, fields: Record<string, string>, site = 'same-origin'): Promise<Page> => {
        const headers = { ...cookie, 'sec-fetch-site': site };
        const body = new URLSearchParams({ workspace, once: 'form-1', ...fields });
        const response = await fetch(`${address}${path}`, { method: 'POST', headers, body, redirect: 'manual' });
        return { status: response.status, headers: response.headers, text: await response.text() };
      },
      left: async () => (await readBalance(store.db, workspace))?.prepaid,
    };
  }

  return {
    store,
    serving,
    address,
    get,
    person,
    async close(): Promise<void> {
      server.close();
      await store.close();
    },
  };
}
