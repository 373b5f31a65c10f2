// A service under a path of a shared host: all addresses that it writes are under that path, and work.
import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../store/engine/engine.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import { callback, challengeFor, registerClient, verifier } from '../testing/chat.ts';
import { type ChatService, connectChat, startChatService } from '../testing/mcp.ts';
import { makeTestPerson } from '../testing/people.ts';
import { freeBaseUrl } from '../testing/port.ts';
import { openPublished } from '../ingest/testing/published.ts';

let store: Store;
let service: ChatService;
let base: string;
let origin: string;
let key: string;
let cookie: string;
beforeAll(async () => {
  store = await openPublished('preview');
  origin = await freeBaseUrl();
  service = await startChatService(store, { withPages: true, at: `${origin}/research` });
  base = service.baseUrl;
  ({ key } = await makeTestKey(store, null));
  const workspaceId = await makeTestWorkspace(store, { prepaid: 9 });
  const { secret } = await makeTestPerson(store, [workspaceId], new Date().toISOString());
  cookie = `session=${secret}`;
});
afterAll(async () => {
  await service.close();
  await store.close();
  if (service.failures.length > 0) throw new AggregateError(service.failures, 'the service failed');
});

const get = (address: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(address, { redirect: 'manual', headers });
const own = { 'sec-fetch-site': 'same-origin' };

describe('research', () => {
  it('links to the service where it is, and is read to the last page by its links', async () => {
    const headers = { authorization: `Bearer ${key}` };
    let pages = 0;
    for (let next: string | null = `${base}/v1/beliefs?limit=5`; next !== null; pages += 1) {
      expect(next.startsWith(`${base}/v1/beliefs?`)).toBe(true);
      const answer = await get(next, headers);
      expect(answer.status).toBe(200);
      const text = await answer.text();
      const named = [...text.matchAll(/"(https?:[^"]*)"/g)].map(([, address = '']) => address);
      expect(named.filter((one) => one.startsWith(origin) && !one.startsWith(`${base}/v1/`))).toEqual([]);
      next = (JSON.parse(text) as { pagination: { next_page_url: string | null } }).pagination.next_page_url;
      expect(answer.headers.get('link')).toBe(next === null ? null : `<${next}>; rel="next"`);
    }
    expect(pages).toBeGreaterThan(1);
  });

  it('is nowhere else, and says where it is; the probes of a platform answer at the process itself', async () => {
    for (const path of ['/v1/tickers', '/', '/researches', '/docs', '/mcp', '/.well-known/oauth-protected-resource'])
      expect([path, await problemOf(await get(`${origin}${path}`, { 'x-request-id': 'mine' }))]).toEqual([
        path,
        { status: 404, detail: `This service is at ${base} and below.`, request_id: 'mine' },
      ]);
    for (const at of [origin, base])
      for (const path of ['/healthz', '/readyz']) expect((await get(`${at}${path}`)).status).toBe(200);
    const refused = await get(`${base}/v1/nothing`);
    expect(((await refused.json()) as { type: string }).type).toBe(`${base}/docs/errors/not-found`);
    const contract = (await (await get(`${base}/openapi.json`)).json()) as { servers: object[]; components: object };
    expect(contract.servers).toEqual([{ url: base }]);
    expect(JSON.stringify(contract.components)).toContain(`"tokenUrl":"${base}/oauth/token"`);
  });
});

async function problemOf(answer: Response) {
  const { detail, request_id } = (await answer.json()) as { detail: string; request_id: string };
  return { status: answer.status, detail, request_id };
}

describe('pages', () => {
  it.each(['a visitor', 'a person'])('of %s lead to each other alone, by links, forms and redirects', async (who) => {
    const headers = who === 'a person' ? { ...own, cookie } : own;
    const seen = new Set([
      `${base}/`,
      `${base}/account`,
      `${base}/subscribe`,
      `${base}/cli-auth`,
      `${base}/docs/errors/unavailable`,
    ]);
    for (const address of seen) {
      const answer = await get(address, headers);
      // A form action refuses GET.
      const isThere = answer.status < 400 || answer.status === 405;
      expect([address, isThere]).toEqual([address, true]);
      for (const to of [answer.headers.get('location') ?? '', ...linksIn(await answer.text())]) {
        if (!/^\/|^http:/.test(to)) continue;
        const { href, origin: at, pathname } = new URL(to, address);
        if (at !== origin) continue;
        expect([address, to, href.startsWith(`${base}/`) || href === base]).toEqual([address, to, true]);
        // The documentation is not built for this test, and pages of companies are alike.
        if (!/\/docs(\.md)?$|\/docs\/(?!errors)|llms|\/brief\//.test(pathname)) seen.add(`${at}${pathname}`);
      }
    }
    expect(seen.size).toBeGreaterThan(10);
  });

  it('keep their cookies to the path, and lead a person back to where they were', async () => {
    const sent = await get(`${base}/account?workspace=wsp_1`, own);
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      '/research/sign-in?return_to=%2Faccount%3Fworkspace%3Dwsp_1',
    ]);
    const back = await get(`${base}/sign-in?return_to=%2Faccount%3Fworkspace%3Dwsp_1`, { ...own, cookie });
    expect(back.headers.get('location')).toBe('/research/account?workspace=wsp_1');
    const ended = await fetch(`${base}/sign-out`, { method: 'POST', headers: own, redirect: 'manual' });
    expect([ended.status, ended.headers.get('location'), ended.headers.get('clear-site-data')]).toEqual([
      303,
      '/research/',
      '"cache"',
    ]);
    expect(ended.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=; Path=\/research; Max-Age=0;/)]);
    const referer = `${base}/account?workspace=wsp_1`;
    const form = await fetch(`${base}/account/keys`, {
      method: 'POST',
      headers: { ...own, referer },
      redirect: 'manual',
    });
    expect(form.headers.get('location')).toBe('/research/sign-in?return_to=%2Faccount%3Fworkspace%3Dwsp_1');
  });
});

function linksIn(text: string): string[] {
  return [...text.matchAll(/<[a-z][^<>]*\s(?:href|src|action)="([^"]*)"/g)].map(([, to = '']) =>
    to.replaceAll('&amp;', '&'),
  );
}

describe('a chat', () => {
  it('finds the metadata where the RFCs put them, signs in, and asks', async () => {
    const refused = await get(`${base}/mcp`);
    const told = `${origin}/.well-known/oauth-protected-resource/research/mcp`;
    expect(refused.headers.get('www-authenticate')).toContain(`resource_metadata="${told}"`);
    const http = { [oauth.allowInsecureRequests]: true };
    const resource = new URL(`${base}/mcp`);
    const metadata = await oauth.resourceDiscoveryRequest(resource, http);
    expect(metadata.url).toBe(told);
    const { authorization_servers: [issuer = ''] = [] } = await oauth.processResourceDiscoveryResponse(
      resource,
      metadata,
    );
    const answer = await oauth.discoveryRequest(new URL(issuer), { algorithm: 'oauth2', ...http });
    expect(answer.url).toBe(`${origin}/.well-known/oauth-authorization-server/research`);
    const server = await oauth.processDiscoveryResponse(new URL(issuer), answer);
    const below = await get(`${base}/.well-known/oauth-authorization-server`);
    expect(await below.json()).toEqual(server);
    const client = await registerClient(store, 'chat', false);
    const address = new URL(server.authorization_endpoint ?? '');
    const asked = {
      client_id: client.id,
      redirect_uri: callback,
      response_type: 'code',
      state: 's',
      resource: resource.href,
    };
    const proof = { code_challenge: challengeFor(verifier), code_challenge_method: 'S256' };
    address.search = new URLSearchParams({ ...asked, ...proof }).toString();
    const page = await (await get(address.href, { cookie })).text();
    const action = (/<form class="stack" method="post" action="([^"]+)"/.exec(page)?.[1] ?? '').replaceAll(
      '&amp;',
      '&',
    );
    const workspace = /name="workspace" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const decided = await fetch(`${origin}${action}`, {
      method: 'POST',
      body: new URLSearchParams({ decision: 'approve', workspace }),
      headers: { ...own, cookie },
      redirect: 'manual',
    });
    const callbackAddress = new URL(decided.headers.get('location') ?? 'none:');
    const parameters = oauth.validateAuthResponse(server, { client_id: client.id }, callbackAddress, 's');
    const redeemed = await oauth.authorizationCodeGrantRequest(
      server,
      { client_id: client.id },
      oauth.None(),
      parameters,
      callback,
      verifier,
      http,
    );
    const { access_token: token } = await oauth.processAuthorizationCodeResponse(
      server,
      { client_id: client.id },
      redeemed,
    );
    const chat = await connectChat(base, token);
    expect((await chat.listTools()).tools.length).toBeGreaterThan(5);
    const { isError } = (await chat.callTool({ name: 'list_tickers', arguments: {} })) as { isError?: boolean };
    expect(isError ?? false).toBe(false);
    await chat.close();
  });
});
