// Lists over HTTP: the Link header, the order of refusals, and 400 for every forged cursor.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BeliefsPage, EvidenceDetail, Problem, SourceDetail, SourcesPage } from '../../generated/api.ts';
import { createAnswers } from '../answers/answers.ts';
import { validateDocument } from '../contract/validation/documents-validator.ts';
import type { Store } from '../store/engine/engine.ts';
import { publishTold } from '../store/testing/research.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type HttpAnswer, baseUrl, liveKey, startTestServer, type TestServer } from '../testing/ask.ts';

let store: Store;
let server: TestServer;
const headers = { authorization: liveKey };

beforeAll(async () => {
  store = await openTestStore();
  const day = (number: number): string => `2029-01-0${number}T00:00:00.000Z`;
  const told = [1, 2, 3, 4, 5].map((number) => ({ belief: `b${number}`, observedAt: day(number) }));
  await publishTold(store.db, { told, now: day(9) });
  server = await startTestServer({ answers: createAnswers({ store, baseUrl, now: () => day(9) }) });
});
afterAll(async () => {
  await server.close();
  await store.close();
});

const get = (path: string): Promise<HttpAnswer> => server.ask(path, { headers });
const read = <Document>({ text }: HttpAnswer): Document => JSON.parse(text) as Document;
const pathOf = (url: string | null): string => (url ?? '').slice(baseUrl.length);

describe('200', () => {
  it('a page that is not the last names the next one in its body and its Link header alike', async () => {
    const seen: string[] = [];
    const links: (string | undefined)[] = [];
    for (let path = '/v1/beliefs?ticker=NWTB&limit=2'; path !== '';) {
      const answered = await get(path);
      expect(answered.status).toBe(200);
      const page = read<BeliefsPage>(answered);
      seen.push(...page.data.beliefs.map((row) => row.belief_id));
      const next = page.pagination.next_page_url;
      links.push(answered.headers['link'] as string | undefined);
      expect(answered.headers['link']).toBe(next === null ? undefined : `<${next}>; rel="next"`);
      path = pathOf(next);
    }
    expect(seen).toEqual(['bel_b5', 'bel_b4', 'bel_b3', 'bel_b2', 'bel_b1']);
    expect(links.filter((link) => link !== undefined)).toHaveLength(2);
  });

  it('every address that a document names answers with the document it promises [SPEC-Q2]', async () => {
    const [source] = read<SourcesPage>(await get('/v1/sources')).data.sources;
    const detail = await get(pathOf(source?.detail_url ?? null));
    validateDocument('SourceDetail', read(detail));
    const evidence = await get(pathOf(read<SourceDetail>(detail).data.evidence[0]?.detail_url ?? null));
    validateDocument('EvidenceDetail', read(evidence));
    expect(read<EvidenceDetail>(evidence).data.source).toEqual(source);
  });

  it('is 304 for who has it, with the same Link', async () => {
    const first = await get('/v1/beliefs?limit=2');
    const again = await server.ask('/v1/beliefs?limit=2', {
      headers: { ...headers, 'if-none-match': first.headers.etag ?? '' },
    });
    expect([again.status, again.text, again.headers['link']]).toEqual([304, '', first.headers['link']]);
  });
});

describe('400', () => {
  it('names every parameter that does not go with view=entities', async () => {
    const answered = await get('/v1/beliefs?view=entities&ticker=NWTB&status=active');
    expect(answered.status).toBe(400);
    const problem = read<Problem>(answered);
    expect([problem.code, ...problem.errors.map(({ location }) => location)]).toEqual([
      'invalid-request',
      'query.ticker',
      'query.status',
    ]);
  });

  it('meets a cursor that is changed in any of its characters, and nothing else does', async () => {
    const cursor = read<BeliefsPage>(await get('/v1/beliefs?limit=2')).pagination.next_cursor ?? '';
    const characters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~';
    const codes = new Map<string, number>();
    for (let at = 0; at < cursor.length; at++) {
      const one = characters[(at * 7) % characters.length] ?? '';
      const changed = cursor.slice(0, at) + (one === cursor[at] ? '~' : one) + cursor.slice(at + 1);
      const answered = await get(`/v1/beliefs?limit=2&cursor=${changed}`);
      const { code } = read<Problem>(answered);
      codes.set(`${answered.status} ${code}`, (codes.get(`${answered.status} ${code}`) ?? 0) + 1);
    }
    expect([...codes]).toEqual([['400 invalid-cursor', cursor.length]]);
    expect(server.failures).toEqual([]);
  });

  it.each([
    ['another filter', (cursor: string) => `limit=2&ticker=NWTB&cursor=${cursor}`, 'cursor-mismatch'],
    ['another cutoff', (cursor: string) => `limit=2&as_of=2029-01-05T00:00:00Z&cursor=${cursor}`, 'cursor-mismatch'],
    ['a cursor beyond any of ours', () => `cursor=${'A'.repeat(600)}`, 'invalid-cursor'],
    ['a cursor beyond the parameter', () => `cursor=${'A'.repeat(1_100)}`, 'invalid-request'],
    ['no page', () => 'limit=0', 'invalid-request'],
    ['too large a page', () => 'limit=51', 'invalid-request'],
  ])('%s', async (_, query, code) => {
    const cursor = read<BeliefsPage>(await get('/v1/beliefs?limit=2')).pagination.next_cursor ?? '';
    const answered = await get(`/v1/beliefs?${query(cursor)}`);
    expect([answered.status, read<Problem>(answered).code]).toEqual([400, code]);
  });
});

describe('404', () => {
  it.each([
    ['/v1/beliefs?ticker=ZZZZ', 'not-covered'],
    ['/v1/beliefs?entity_id=00000000-0000-5000-8000-000000000000', 'not-covered'],
    ['/v1/sources/src_none', 'no-such-record'],
    ['/v1/evidence/evd_none', 'no-such-record'],
  ])('%s is %s', async (path, code) => {
    const answered = await get(path);
    expect([answered.status, read<Problem>(answered).code]).toEqual([404, code]);
  });
});
