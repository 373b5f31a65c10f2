// Client behind a proxy, with the fetch of the package undici: a real proxy that tunnels to a real server.
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { ProxyAgent, fetch as undiciFetch } from 'undici';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ResearchClient, isResearchError } from '../index.ts';
import { type ScriptedServer, labels, startScriptedServer } from '../testing/scripted-server.ts';

const apiKey = 'ri_live_0123456789abcdefghijklmnop';
const good = { body: { ...labels, view: 'overview', as_of: 'x', views: [] }, headers: { 'Usage-Charge': '1' } };

let server: ScriptedServer;
let proxy: Server;
let dispatcher: ProxyAgent;
let tunnels: string[] = [];
const open = new Set<Duplex>();

beforeAll(async () => {
  server = await startScriptedServer();
  proxy = createServer().on('connect', ({ url = '' }, socket: Duplex) => {
    tunnels.push(url);
    const [host = '', port = ''] = url.split(':');
    const target = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    for (const end of [socket, target]) open.add(end.on('error', () => undefined));
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  dispatcher = new ProxyAgent(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
});
beforeEach(() => {
  tunnels = [];
});
afterAll(async () => {
  await dispatcher.close();
  for (const end of open) end.destroy();
  proxy.close();
  await server.close();
});

const throughProxy = () =>
  new ResearchClient({
    baseUrl: server.address,
    apiKey,
    clock: server.clock,
    fetch: ({ url }, init) => undiciFetch(url, { ...init, dispatcher }),
  });

it('asks through the proxy with its key, its id and its version, and tries again under the same id', async () => {
  server.play('drop-midway', good);
  const { charge, data } = await throughProxy().brief({ ticker: 'NWTB' });
  expect([charge, data.view]).toEqual([1, 'overview']);
  expect(tunnels.length).toBeGreaterThan(0);
  expect(new Set(tunnels)).toEqual(new Set([new URL(server.address).host]));
  expect(server.seen).toHaveLength(2);
  for (const { headers } of server.seen)
    expect(headers).toMatchObject({ authorization: `Bearer ${apiKey}`, 'research-version': '2026-10-05' });
  expect(new Set(server.seen.map(({ headers }) => headers['x-request-id'])).size).toBe(1);
});

it('sends a body through it', async () => {
  server.play({ status: 400, body: 'no' });
  const login = throughProxy().login.bind(throughProxy());
  expect(await login({ deviceName: 'laptop', onCode: () => undefined, save: () => undefined })).toMatchObject({
    how: 'existing-key',
  });
  const unsigned = new ResearchClient({
    baseUrl: server.address,
    clock: server.clock,
    apiKey: '',
    fetch: ({ url }, init) => undiciFetch(url, { ...init, dispatcher }),
  });
  await unsigned.login({ deviceName: 'laptop', onCode: () => undefined, save: () => undefined }).catch(() => null);
  const [first] = server.seen;
  expect([first?.method, first?.body]).toEqual(['POST', JSON.stringify({ deviceName: 'laptop' })]);
});

it('says that nothing was charged where a fetch refuses the request before it sends it', async () => {
  server.play(good);
  const asked = new ResearchClient({
    baseUrl: server.address,
    apiKey,
    clock: server.clock,
    retries: 0,
    // The usual first attempt: undici does not accept the platform's Request class.
    fetch: (request) => undiciFetch(request as never, { dispatcher }),
  }).brief({ ticker: 'NWTB' });
  const thrown: unknown = await asked.catch((error: unknown) => error);
  if (!isResearchError(thrown)) throw new Error('a typed failure was due');
  expect([thrown.code, thrown.charged, server.seen.length]).toEqual(['network', false, 0]);
});
