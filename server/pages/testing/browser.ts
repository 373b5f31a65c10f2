/** Test support for pages: a server over a store, and a browser with cookies and forms. */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Application } from 'express';
import type { Failure } from '../../http/serve.ts';
import { noRateLimits } from '../../metering/testing/rate-limits.ts';
import type { Store } from '../../store/engine/engine.ts';
import type { PageContext } from '../shell/context.ts';

export type ServedPages = {
  context: PageContext;
  /** Listening address; the base address may differ. */
  address: string;
  /** Failures, and the security events of the log. */
  failures: unknown[];
  reported: Failure[];
  /** A browser without cookies. */
  browser(): Browser;
  close(): Promise<void>;
};

const unused = new Proxy(
  {},
  {
    get() {
      throw new Error('this page was made without research');
    },
  },
) as never;

export async function servePages(
  store: Store,
  mount: (app: Application, context: PageContext) => void,
  changes: Partial<PageContext> = {},
): Promise<ServedPages> {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.enable('strict routing').enable('case sensitive routing');
  const server = app.listen(0, '127.0.0.1');
  // Node would close an idle connection after five seconds, perhaps during the next request.
  server.keepAliveTimeout = 600_000;
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [failures, reported]: [unknown[], Failure[]] = [[], []];
  const context: PageContext = {
    db: store.db,
    baseUrl: address,
    now: () => new Date().toISOString(),
    randomBytes,
    newRequestId: randomUUID,
    answers: unused,
    deliver: unused,
    accounts: unused,
    rateLimits: noRateLimits,
    payments: { provider: 'none' },
    upstream: null,
    wakeMail: null,
    signUp: 'invited',
    onFailure: (failure) => {
      failures.push(failure.cause);
      reported.push(failure);
    },
    ...changes,
  };
  mount(app, context);
  return {
    context,
    address,
    failures,
    reported,
    browser: () => new Browser(address),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type PageResponse = { status: number; headers: Headers; text: string; location: string | null };

/** A field with several values is sent once for each, like ticked boxes. */
export type FormFields = Readonly<Record<string, string | string[]>>;

export class Browser {
  readonly address: string;
  /** By name; an empty value means a deleted cookie. */
  readonly cookies = new Map<string, string>();

  constructor(address: string) {
    this.address = address;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<PageResponse> {
    return this.send(path, { headers });
  }

  /** Sends a form as a page of the service does, unless the headers differ. */
  post(path: string, fields: FormFields = {}, headers: Record<string, string> = {}): Promise<PageResponse> {
    const body = new URLSearchParams(
      Object.entries(fields).flatMap(([name, values]) =>
        [values].flat().map((value): [string, string] => [name, value]),
      ),
    ).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.send(path, { method: 'POST', body, headers: { 'sec-fetch-site': 'same-origin', ...type, ...headers } });
  }

  /** Follows redirects within the service. */
  async follow(seen: PageResponse): Promise<PageResponse> {
    let last = seen;
    for (let steps = 0; last.location?.startsWith('/') === true && steps < 5; steps += 1) {
      last = await this.get(last.location);
    }
    return last;
  }

  async send(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<PageResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(cookie !== '' && { cookie }), ...init.headers };
    const response = await fetch(`${this.address}${path}`, { ...init, redirect: 'manual', headers });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const location = response.headers.get('location');
    return { status: response.status, headers: response.headers, text: await response.text(), location };
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
