// Paged lists: next addresses byte for byte, one id a page, one cutoff, no other origin and no loop.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ResearchClient } from './research-client.ts';
import { type Turn, type ScriptedServer, startScriptedServer, labels } from './testing/scripted-server.ts';

let server: ScriptedServer;
let client: ResearchClient;

beforeAll(async () => {
  server = await startScriptedServer();
  client = new ResearchClient({ baseUrl: server.address, apiKey: 'ri_live_x', clock: server.clock });
});
afterAll(() => server.close());

const asOf = '2026-10-01T13:00:00.000Z';

function page(ids: string[], next: string | null, as_of = asOf): Turn {
  const beliefs = ids.map((belief_id) => ({ belief_id }));
  const pagination = { next_cursor: next === null ? null : 'c', next_page_url: next };
  return {
    body: { ...labels, view: 'beliefs', as_of, data: { beliefs, citations: [] }, pagination },
    headers: { 'Usage-Charge': '1' },
  };
}

async function ids(list: AsyncIterable<{ belief_id: string }>): Promise<string[]> {
  const found: string[] = [];
  for await (const { belief_id } of list) found.push(belief_id);
  return found;
}

describe('a list', () => {
  it('[SPEC-P3] [SPEC-P4] follows each next_page_url unedited, with a new id, and retries a page under its own', async () => {
    const odd = `${server.address}/v1/beliefs?cursor=a%2fB%7E_-~*!()&limit=2&ticker=BRK%2FB&as_of=2026-10-01T13%3A00%3A00.000Z&x=+%20`;
    server.play(page(['a', 'b'], odd), 'drop', page(['c'], `${server.address}/v1/beliefs?cursor=2`), page(['d'], null));
    expect(await ids(client.beliefs({ ticker: 'BRK/B', limit: 2 }))).toEqual(['a', 'b', 'c', 'd']);
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/v1/beliefs?ticker=BRK%2FB&limit=2',
      odd.slice(server.address.length),
      odd.slice(server.address.length),
      '/v1/beliefs?cursor=2',
    ]);
    const sent = server.seen.map(({ headers }) => headers['x-request-id']);
    expect([new Set(sent).size, sent[1] === sent[2]]).toEqual([3, true]);
    expect(new Set(server.seen.map(({ headers }) => headers.authorization))).toEqual(new Set(['Bearer ri_live_x']));
  });

  it('gives its pages too, each with its cost and its cutoff, and requests no page that is not read', async () => {
    server.play(page(['a'], `${server.address}/v1/beliefs?cursor=2`), page(['b'], null));
    for await (const { data, charge, asOf: at, requestId } of client.beliefs().pages()) {
      expect([data.data.beliefs.length, charge, at, requestId]).toEqual([
        1,
        1,
        asOf,
        server.seen[0]?.headers['x-request-id'],
      ]);
      break;
    }
    expect(server.seen.length).toBe(1);
  });

  it('goes on at a page that was kept, under the id that was kept with it', async () => {
    const pageUrl = `${server.address}/v1/beliefs?cursor=7`;
    server.play(page(['h'], `${server.address}/v1/beliefs?cursor=8`), page(['i'], null));
    expect(await ids(client.beliefs({}, { pageUrl, requestId: 'kept' }))).toEqual(['h', 'i']);
    expect(server.seen.map(({ path }) => path)).toEqual(['/v1/beliefs?cursor=7', '/v1/beliefs?cursor=8']);
    expect(server.seen.map(({ headers }) => headers['x-request-id'] === 'kept')).toEqual([true, false]);
  });

  it('lists entities and sources in the same way', async () => {
    server.play({
      body: { ...labels, as_of: asOf, data: { entities: [{ entity_id: 'e' }] }, pagination: { next_page_url: null } },
    });
    for await (const { entity_id } of client.entities({ limit: 5 })) expect(entity_id).toBe('e');
    expect(server.seen[0]?.path).toBe('/v1/beliefs?limit=5&view=entities');
    server.play({
      body: { ...labels, as_of: asOf, data: { sources: [{ source_id: 's' }] }, pagination: { next_page_url: null } },
    });
    for await (const { source_id } of client.sources({ kind: 'letter' })) expect(source_id).toBe('s');
    expect(server.seen[0]?.path).toBe('/v1/sources?kind=letter');
  });
});

describe('a list stops', () => {
  const stopped = async (): Promise<unknown> =>
    ids(client.beliefs()).then(
      () => null,
      (thrown: unknown) => thrown,
    );

  it('before it asks for a page that it has read', async () => {
    const again = `${server.address}/v1/beliefs?cursor=2`;
    server.play(page(['a'], again), page(['b'], again));
    expect(await stopped()).toMatchObject({ code: 'pagination-loop', charged: false });
    expect(server.seen.length).toBe(2);
    server.play((seen) => page(['a'], `${server.address}${seen.path}`));
    expect(await stopped()).toMatchObject({ code: 'pagination-loop' });
    expect(server.seen.length).toBe(1);
  });

  it('[SPEC-P5] where the cutoff has moved', async () => {
    server.play(page(['a'], `${server.address}/v1/beliefs?cursor=2`), page(['b'], null, '2026-10-02T00:00:00.000Z'));
    expect(await stopped()).toMatchObject({ code: 'as-of-changed' });
  });

  it('before it leaves the service: the key is sent nowhere else', async () => {
    const elsewhere = await startScriptedServer();
    elsewhere.play(page(['stolen'], null));
    const port = new URL(server.address).port;
    for (const next of [
      `${elsewhere.address}/v1/beliefs`,
      `http://localhost:${port}/v1/beliefs`,
      `https://127.0.0.1:${port}/v1/beliefs`,
    ]) {
      server.play(page(['a'], next));
      expect(await stopped()).toMatchObject({ code: 'foreign-origin', charged: false });
    }
    expect([elsewhere.seen, server.seen.length]).toEqual([[], 1]);
    await elsewhere.close();
  });

  it('at an address that could not be asked for as it is written', async () => {
    const { address } = server;
    const userinfo = address.replace('//', '//a:b@');
    for (const next of [
      `${address}/v1/../v1/beliefs`,
      `${address}/v1/beliefs?a b`,
      `${address}/v1/beliefs#x`,
      '/v1/beliefs',
      '',
      userinfo,
    ]) {
      server.play(page(['a'], next));
      expect([next, await stopped()]).toMatchObject([next, { code: 'malformed-answer' }]);
      expect(server.seen.length).toBe(1);
    }
  });
});
