// The list of releases over HTTP: who may cache it, whose research it is, and how long a question waits.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReleasesPage } from '../../generated/api.ts';
import { limits } from '../contract/limits.ts';
import { LoadingBench, statement } from '../ingest/testing/loading.ts';
import { listReleases } from '../store/published/release-list.ts';
import { revokeKeysMadeBy } from '../store/people/keys.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import type { HttpAnswer } from '../testing/ask.ts';
import { type TestService, codeOf, startTestService } from '../testing/service.ts';
import { openPublished } from '../ingest/testing/published.ts';

let bench: LoadingBench;
let service: TestService;
beforeAll(async () => {
  bench = await LoadingBench.open(await openPublished('preview'));
  service = await startTestService({ store: bench.store, now: '2030-01-01T00:00:00.000Z' });
});
afterAll(async () => {
  await service.close();
  await bench.close();
});

const get = (query = '', headers: Record<string, string> = {}): Promise<HttpAnswer> =>
  service.ask(`/v1/releases${query}`, { headers });
const pageOf = ({ text }: HttpAnswer): ReleasesPage => JSON.parse(text) as ReleasesPage;
const numbersOf = (answer: HttpAnswer): number[] => pageOf(answer).releases.map(({ number }) => number);
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

async function released(id: string, day: number): Promise<void> {
  await bench.statements(statement(id, { observed_at: `2020-03-0${day}T15:00:00Z` }));
  await bench.release(`2021-01-0${day}T00:00:00.000Z`);
}

describe('a question that waits', () => {
  it('is answered as soon as there is a release, and no cache keeps the answer', async () => {
    const asked = get('?after=0', { prefer: 'respond-async, wait=30' });
    const feed = await service.ask('/v1/releases.atom');
    const held = service.ask('/v1/releases.atom', {
      headers: { prefer: 'wait=600', 'if-none-match': String(feed.headers.etag) },
    });
    await released('s:1', 1);
    const { status, headers, ...answer } = await asked;
    expect([status, numbersOf({ status, headers, ...answer })]).toEqual([200, [1]]);
    expect([headers['preference-applied'], headers['cache-control']]).toEqual(['wait=30', 'no-store']);
    const news = await held;
    expect([news.status, news.headers['preference-applied']]).toEqual([200, `wait=${limits.held_seconds_max}`]);
    expect(news.text).toContain('<title>Release 1</title>');
  });

  it('without news ends politely with what there is: an empty page, or 304', async () => {
    const [empty, same] = await Promise.all([
      get('?after=1', { prefer: 'wait=1' }),
      get('', { prefer: 'wait=1', 'if-none-match': String((await get()).headers.etag) }),
    ]);
    expect([empty.status, numbersOf(empty), empty.headers['preference-applied']]).toEqual([200, [], 'wait=1']);
    expect([same.status, same.text, same.headers['preference-applied']]).toEqual([304, '', 'wait=1']);
  });

  it('does not wait if there is an answer, if it would end never, or if nothing says what is known', async () => {
    const prefer = 'wait=30';
    const answers = [
      await get('', { prefer }),
      await get('?after=0', { prefer }),
      await get('?after=1&before=2', { prefer }),
    ];
    expect(answers.map((one) => [one.status, numbersOf(one)])).toEqual([
      [200, [1]],
      [200, [1]],
      [200, []],
    ]);
    const refused = await get('?after=2', { prefer });
    expect([codeOf(refused), refused.status]).toEqual(['invalid-request', 400]);
  });

  it('is one of a few of its address: the next one is answered at once, and says so', async () => {
    const held = Array.from({ length: limits.held_of_address_max }, () => get('?after=1', { prefer: 'wait=30' }));
    let more: HttpAnswer;
    // The others are counted once they have arrived.
    do more = await get('?after=1', { prefer: 'wait=1' });
    while (more.headers['preference-applied'] !== undefined);
    expect([more.status, numbersOf(more)]).toEqual([200, []]);
    expect(more.headers['cache-control']).toBe('public, max-age=60');
    await released('s:2', 2);
    expect((await Promise.all(held)).map(numbersOf)).toEqual(held.map(() => [2]));
  });

  it('is answered when the server stops', async () => {
    const other = await startTestService({ store: bench.store, now: '2030-01-01T00:00:00.000Z' });
    const held = other.ask('/v1/releases?after=2', { headers: { prefer: 'wait=55' } });
    await other.ask('/v1/releases');
    await other.close();
    expect(numbersOf(await held)).toEqual([]);
  });
});

describe('the list', () => {
  it('has the counts of the reports that the operator read, and counts entities without a ticker', async () => {
    const { key } = await makeTestKey(bench.store, null);
    const { releases } = pageOf(await get('?limit=50', bearer(key)));
    const reports = await listReleases(bench.store.db, 'preview', 50);
    const moves = reports.map(({ report }) => (report['touched'] as { moves: object }).moves);
    expect(releases.map(({ counts }) => counts)).toEqual(moves);
    expect(releases.reduce((sum, one) => sum + one.entity_count, 0)).toBeGreaterThan(0);
  });

  it('is for every cache without a key, and says what its answer depends on', async () => {
    const { headers } = await get();
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      vary: 'Authorization, Prefer, Accept, Accept-Encoding, Research-Version',
      'access-control-allow-origin': '*',
    });
    for (const name of ['x-request-id', 'ratelimit', 'preference-applied', 'link'])
      expect(headers).not.toHaveProperty(name);
  });

  it('is live research with any key but a preview key, which shows the preview to its holder alone', async () => {
    const { key: live } = await makeTestKey(bench.store, await makeTestWorkspace(bench.store, { prepaid: 1 }));
    const { key } = await makeTestKey(bench.store, null);
    const usual = await get();
    for (const one of [live, 'nonsense', `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`])
      expect((await get('', bearer(one))).text).toBe(usual.text);
    const shown = await get('?limit=1', bearer(key));
    expect([pageOf(shown).mode, shown.headers['cache-control']]).toEqual(['preview', 'private, no-store']);
    const same = await get('?limit=1', { ...bearer(key), 'if-none-match': String(shown.headers.etag) });
    expect([same.status, same.headers['cache-control']]).toEqual([304, 'private, no-store']);
    const feed = await service.ask('/v1/releases.atom', { headers: bearer(key) });
    expect(feed.text).toContain('<title>Releases of fictional preview research</title>');
    await revokeKeysMadeBy(bench.store.db, 'operator', '2030-01-01T00:00:00.000Z');
    expect((await get('', bearer(key))).text).toBe(usual.text);
  });

  it('links its pages, answers HEAD without a body, and lets a page of any origin ask', async () => {
    const first = await get('?limit=1');
    expect(first.headers['link']).toBe(`<${pageOf(first).pagination.next_page_url ?? ''}>; rel="next"`);
    const head = await service.ask('/v1/releases.atom', { method: 'HEAD' });
    expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', 'application/atom+xml']);
    const options = await service.ask('/v1/releases', { method: 'OPTIONS' });
    expect([options.status, options.headers['access-control-allow-headers']]).toEqual([
      204,
      'If-None-Match, Prefer, Research-Version, X-Request-ID',
    ]);
    expect((await service.ask('/v1/releases.atom', { headers: { accept: 'text/html' } })).status).toBe(406);
  });
});
