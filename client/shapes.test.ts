// Shapes of answers: an answer of another kind is reported as malformed, and every recorded answer has its shape.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordedDocument } from '../server/testing/recordings.ts';
import { ResearchClient } from './research-client.ts';
import { shapes } from './shapes.ts';
import { type ScriptedServer, startScriptedServer, labels } from './testing/scripted-server.ts';

let server: ScriptedServer;
let client: ResearchClient;

beforeAll(async () => {
  server = await startScriptedServer();
  client = new ResearchClient({ baseUrl: server.address, apiKey: 'k', clock: server.clock, retries: 0 });
});
afterAll(() => server.close());

async function first(list: AsyncIterable<unknown>): Promise<unknown> {
  for await (const one of list) return one;
  return null;
}

describe('an answer of another kind', () => {
  it('is a malformed one for every question, and not a raw error', async () => {
    server.play({ body: { status: 'ok', data: {}, view: 'overview' } });
    const keyless = new ResearchClient({ baseUrl: server.address, apiKey: '', clock: server.clock, retries: 0 });
    const questions = [
      () => client.brief({ ticker: 'NWTB' }),
      () => first(client.beliefs()),
      () => first(client.entities()),
      () => first(client.sources()),
      () => client.belief('bel_1'),
      () => client.source('src_1'),
      () => client.evidence('evd_1'),
      () => client.tickers(),
      () => client.status(),
      () => client.receipt('x'),
      () => keyless.login({ deviceName: 'x', onCode: () => undefined, save: () => undefined }),
    ];
    for (const ask of questions) await expect(ask()).rejects.toMatchObject({ code: 'malformed-answer', status: 200 });
  });

  it('is also a page that lists something else', async () => {
    server.play({ body: { ...labels, as_of: 'x', data: { entities: [] }, pagination: { next_page_url: null } } });
    await expect(first(client.beliefs())).rejects.toMatchObject({ code: 'malformed-answer' });
    expect(await first(client.entities())).toBeNull();
  });
});

describe('a recorded answer', () => {
  it('is of its kind, and a refusal is of none', () => {
    const kinds = {
      'KLPF-overview': 'brief',
      'KLPF-full': 'brief',
      'entity-industry': 'brief',
      'beliefs-none': 'page',
      entities: 'page',
      sources: 'page',
      'belief-NWTB': 'belief',
      'source-letter': 'source',
      'evidence-verified': 'evidence',
      tickers: 'tickers',
      'live-status': 'status',
    } as const;
    const kindsOf = (name: string): string[] =>
      Object.entries(shapes).flatMap(([kind, isOfKind]) => (isOfKind(recordedDocument(name)) ? [kind] : []));
    for (const [name, kind] of Object.entries(kinds)) expect(kindsOf(name)).toContain(kind);
    expect(kindsOf('not-covered')).toEqual([]);
  });
});
