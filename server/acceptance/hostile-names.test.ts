/** Names of built-in JavaScript properties, sent in every field where a client chooses names. */
import { afterAll, describe, expect, it } from 'vitest';
import { startTestServer } from '../testing/ask.ts';

const server = await startTestServer();
afterAll(() => server.close());

const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];

describe('names of the language itself', () => {
  it('are names like any other, in a query, a body, a header and a path', async () => {
    const before = Object.getOwnPropertyNames(Object.prototype).length;
    let asked = 0;
    for (const name of names) {
      const query = await server.ask(`/v1/tickers?${name}=1&${name}[x]=1`);
      const bare = `{"deviceName":"a","${name}":{"isAdmin":true}}`;
      const nested = `{"deviceName":"a","acquisition":{"${name}":{"isAdmin":true}}}`;
      const headers = { 'content-type': 'application/json' };
      const bodies = await Promise.all(
        [bare, nested].map((body) => server.ask('/api/auth/cli/initiate', { method: 'POST', headers, body })),
      );
      const header = await server.ask('/healthz', { headers: { [name]: '1' } });
      const path = await server.ask(`/v1/${name}`);
      const statuses = [query, ...bodies, header, path].map(({ status }) => status);
      expect([name, ...statuses]).toEqual([name, 400, 400, 400, 200, 404]);
      asked += 1;
    }
    expect(asked).toBe(names.length);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(Object.getOwnPropertyNames(Object.prototype).length).toBe(before);
    expect(server.failures).toEqual([]);
  });
});
