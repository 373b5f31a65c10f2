// Secrets in printable values: no key and no device code in the client, its results, its errors or its log.
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type LogEvent, ResearchClient, ResearchError, isResearchError } from './index.ts';
import { type ScriptedServer, startScriptedServer } from './testing/scripted-server.ts';

let server: ScriptedServer;
const apiKey = 'ri_live_5EcReTkEy0123456789';

beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.close());
afterEach(() => {
  delete process.env['SERVICE_API_KEY'];
});

/** Every way in which a program might print a value. */
function printed(value: unknown): string {
  const deep = inspect(value, { depth: 20, showHidden: true, getters: true });
  const stack = value instanceof Error ? `${value.stack} ${String(value.cause)}` : '';
  return `${deep} ${String(value)} ${JSON.stringify(value)} ${JSON.stringify(Object.entries(value as object))} ${stack}`;
}

describe('the key', () => {
  it('is in nothing that a client, a result, an error or the log shows', async () => {
    const log: LogEvent[] = [];
    const client = new ResearchClient({
      baseUrl: server.address,
      apiKey,
      clock: server.clock,
      logger: (event) => log.push(event),
    });
    server.play({}, 'drop');
    const result = await client.brief({ ticker: 'NWTB' });
    const shown: unknown[] = [client, result, log];
    shown.push(await client.brief({ ticker: 'NWTB' }).catch((thrown: unknown) => thrown));
    // A proxy that echoes the request, and a fetch whose error contains it.
    const echo = {
      status: 401,
      body: {
        code: 'unauthorized',
        request_id: 'x',
        retryable: false,
        detail: `Bearer ${apiKey} is bad`,
        errors: [{ message: apiKey }],
      },
    };
    server.play(echo);
    shown.push(await client.status().catch((thrown: unknown) => thrown));
    const fetch = (request: Request) =>
      Promise.reject(
        Object.assign(new Error(`cannot send ${request.headers.get('authorization')}`), {
          request,
          cause: new Error(apiKey),
        }),
      );
    const broken = new ResearchClient({ apiKey, fetch, retries: 0 });
    shown.push(broken, await broken.status().catch((thrown: unknown) => thrown));
    expect(shown.filter(isResearchError).map(({ code }) => code)).toEqual(['network', 'unauthorized', 'network']);
    for (const value of shown) expect(printed(value)).not.toContain(apiKey.slice(8));
    expect(log.map(({ event, attempt, status }) => [event, attempt, status])).toEqual([
      ['request', 1, null],
      ['response', 1, 200],
      ['request', 1, null],
      ['failure', 1, null],
      ['retry', 2, null],
      ['request', 2, null],
      ['failure', 2, null],
      ['retry', 3, null],
      ['request', 3, null],
      ['failure', 3, null],
      ['request', 1, null],
      ['response', 1, 401],
    ]);
    expect(log[0]).toEqual({
      event: 'request',
      method: 'GET',
      path: '/v1/brief',
      status: null,
      requestId: result.requestId,
      attempt: 1,
      ms: 0,
    });
  });

  it('is refused unseen where no header could carry it, and taken without the line end of the file that it was in', async () => {
    for (const bad of [`${apiKey}\u0000`, `${apiKey} ${apiKey}`, `${apiKey}é`]) {
      const thrown = (() => {
        try {
          return new ResearchClient({ apiKey: bad });
        } catch (error) {
          return error;
        }
      })();
      expect(thrown).toMatchObject({ code: 'invalid-argument' });
      expect(printed(thrown)).not.toContain(apiKey.slice(8));
    }
    server.play({});
    await new ResearchClient({ baseUrl: server.address, apiKey: `${apiKey}\n` }).status();
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  });

  it('comes from SERVICE_API_KEY where no other is given; an empty one is none', async () => {
    process.env['SERVICE_API_KEY'] = 'from-environment';
    server.play({});
    await new ResearchClient({ baseUrl: server.address }).status();
    await new ResearchClient({ baseUrl: server.address, apiKey }).status();
    process.env['SERVICE_API_KEY'] = ' ';
    await expect(new ResearchClient({ baseUrl: server.address }).status()).rejects.toMatchObject({
      code: 'unauthorized',
      status: null,
      charged: false,
      detail: expect.stringContaining('set SERVICE_API_KEY, or give the client an apiKey') as string,
    });
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer from-environment',
      `Bearer ${apiKey}`,
    ]);
  });
});

describe('a client', () => {
  it('is not made in a browser unless its maker insists', () => {
    Object.assign(globalThis, { window: {}, document: {} });
    try {
      expect(() => new ResearchClient({ apiKey })).toThrow(
        expect.objectContaining({ code: 'browser-refused' }) as Error,
      );
      expect(inspect(new ResearchClient({ apiKey, dangerouslyAllowBrowser: true }))).toBe(
        'ResearchClient {"baseUrl":"http://127.0.0.1:8080","hasKey":true}',
      );
    } finally {
      Reflect.deleteProperty(globalThis, 'window');
      Reflect.deleteProperty(globalThis, 'document');
    }
  });

  it('is not made in the worker of a page either, and is in one of a server', () => {
    const isMade = (userAgent: string | undefined): boolean => {
      vi.stubGlobal('navigator', userAgent === undefined ? undefined : { userAgent });
      try {
        return new ResearchClient({ apiKey }) instanceof ResearchClient;
      } catch (thrown) {
        expect(thrown).toMatchObject({ code: 'browser-refused' });
        return false;
      }
    };
    vi.stubGlobal('WorkerGlobalScope', class {});
    try {
      const ofBrowsers = [
        'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/147.0.0.0',
        'Mozilla/5.0 (Macintosh) Safari/605.1',
      ];
      expect(ofBrowsers.map(isMade)).toEqual([false, false]);
      const ofServers = ['Cloudflare-Workers', 'Deno/2.5.0', 'Bun/1.3.0', 'Node.js/22', '', undefined];
      expect(ofServers.map(isMade)).toEqual([true, true, true, true, true, true]);
      vi.stubGlobal('navigator', { userAgent: ofBrowsers[0] });
      expect(new ResearchClient({ apiKey, dangerouslyAllowBrowser: true })).toBeInstanceOf(ResearchClient);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('is not made with options that mean nothing', () => {
    const wrong = [
      { baseUrl: 'research.example' },
      { baseUrl: 'ftp://research.example' },
      { baseUrl: 'https://a:b@research.example' },
      { baseUrl: 'https://research.example/?a' },
      { timeoutMs: 0 },
      { timeoutMs: Number.NaN },
      { timeoutMs: 2 ** 31 },
      { retries: -1 },
      { retries: 0.5 },
      { retries: Number.NaN },
      { maxCharge: -1 },
    ];
    for (const options of wrong)
      expect(() => new ResearchClient(options)).toThrow(expect.objectContaining({ code: 'invalid-argument' }) as Error);
  });

  it('knows its errors without knowing their class, and a logger that fails ends no call', async () => {
    const twin: unknown = { ...new ResearchError('timeout', { detail: 'x' }) };
    expect([isResearchError(twin), isResearchError(new Error('x')), isResearchError(null)]).toEqual([
      true,
      false,
      false,
    ]);
    server.play({});
    const logger = () => {
      throw new Error('full disk');
    };
    expect((await new ResearchClient({ baseUrl: server.address, apiKey, logger }).status()).data.status).toBe('ready');
  });
});
