// The typed client against the running application.
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import type { BriefOverview } from '../generated/api.ts';
import { liveKey, startTestServer, type TestServer } from '../server/test-ask.ts';
import { createResearchClient } from './index.ts';

let server: TestServer;
let baseUrl: string;

beforeAll(async () => {
  server = await startTestServer();
  baseUrl = `http://127.0.0.1:${server.port}`;
});

afterAll(() => server.close());

const apiKey = liveKey.replace(/^Bearer /, '');

describe('the typed client', () => {
  it('reads a brief, which narrows by its view', async () => {
    const client = createResearchClient({ baseUrl, apiKey });
    const { data, response } = await client.GET('/v1/brief', { params: { query: { ticker: 'NWTB' } } });
    expect(response.status).toBe(200);
    if (data?.view !== 'overview') throw new Error('not an overview');
    expectTypeOf(data).toEqualTypeOf<BriefOverview>();
    expect(data.overview_version).toBe('security-brief-overview-v1');
  });

  it('gives a refusal as a problem of the contract', async () => {
    const client = createResearchClient({ baseUrl, apiKey });
    const { error, response } = await client.GET('/v1/brief', { params: { query: { ticker: 'ZZZZ' } } });
    expect(response.status).toBe(404);
    expect(error?.code).toBe('not-covered');
    expect(error?.charged).toBe(false);
  });

  it('sends a new request id with each call, and the one it is given with a retry', async () => {
    const client = createResearchClient({ baseUrl, apiKey });
    const ask = async (id?: string) => {
      const header = id === undefined ? {} : { header: { 'X-Request-ID': id } };
      const { response } = await client.GET('/v1/brief', { params: { query: { ticker: 'NWTB' }, ...header } });
      return response.headers.get('X-Request-ID');
    };
    const [first, second] = [await ask(), await ask()];
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
    expect(await ask('retry-1')).toBe('retry-1');
  });

  it('needs no key for the coverage list', async () => {
    const { data } = await createResearchClient({ baseUrl }).GET('/v1/tickers');
    expect(data?.tickers).toEqual([]);
  });

  it('sends its key to no other address', async () => {
    const asked: string[] = [];
    const fetch = (request: Request) => {
      asked.push(request.url);
      return Promise.resolve(Response.json({}));
    };
    const client = createResearchClient({ baseUrl: 'https://research.example', apiKey, fetch });
    await expect(client.GET('/v1/status', { baseUrl: 'https://elsewhere.example' })).rejects.toThrow('not for another');
    expect(asked).toEqual([]);
  });
});
