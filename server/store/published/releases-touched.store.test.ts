// Releases as lists: their counts are those of the reports, and nothing later changes an earlier page but a removal.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReleasesPage } from '../../../generated/api.ts';
import { importRecords } from '../../ingest/records/import-records.ts';
import { LoadingBench, statement } from '../../ingest/testing/loading.ts';
import { cast } from '../../ingest/testing/bundle.ts';
import { removeLegally } from '../../ingest/withdrawal/remove-legally.ts';
import { withdraw } from '../../ingest/withdrawal/withdraw.ts';
import { derivedId } from '../engine/ids.ts';
import { listReleases } from './release-list.ts';
import { type Answers, createAnswers } from '../../answers/answers.ts';
import { refusal } from '../../answers/testing/lists.ts';
import type { ReleasesRequest } from '../../answers/lists/releases.ts';

const baseUrl = 'https://research.test/at';
const reason = 'withdrawn by mistake';

let bench: LoadingBench;
let answers: Answers;
/** The whole list after each release, as it was read then. */
const readThen = new Map<number, string>();

const reader = (): Answers => createAnswers({ store: bench.store, baseUrl, now: () => '2030-01-01T00:00:00.000Z' });

async function text(request: Partial<ReleasesRequest> = {}, from = answers): Promise<string> {
  const head = await from.head('live');
  return (await from.releases(head, { limit: 50, ...request })).bytes.toString();
}

async function page(request: Partial<ReleasesRequest> = {}, from = answers): Promise<ReleasesPage> {
  return JSON.parse(await text(request, from)) as ReleasesPage;
}

async function noted<T>(done: Promise<T>): Promise<T> {
  const result = await done;
  const [newest] = (await page()).releases;
  readThen.set(newest?.number ?? 0, JSON.stringify(newest));
  return result;
}

const listing = (ticker: string, name: string) => ({ ...cast[2], ticker, name, cik: null });
const turn = { observed_at: '2020-05-04T15:00:00Z', direction: 'bearish' };
const other = { security: { ...(statement('')['security'] as object), ticker: 'QRZX', name: 'Quarry' } };

beforeAll(async () => {
  bench = await LoadingBench.open();
  answers = reader();
});
afterAll(() => bench.close());

describe('before the first release', () => {
  it('the list is empty, and so is the feed', async () => {
    expect(await page()).toEqual({ mode: 'live', releases: [], pagination: { next_page_url: null } });
    const feed = (await answers.releasesFeed(await answers.head('live'), { limit: 20 })).bytes.toString();
    expect(feed).toContain('<updated>1970-01-01T00:00:00.000Z</updated>');
  });

  it('a number is refused, and 0 is not', async () => {
    const { code, options } = await refusal(text({ after: 1 }));
    expect([code, options.errors?.[0]?.location]).toEqual(['invalid-request', 'query.after']);
    expect(options.detail).toBe('after is 1, and nothing was released yet.');
    expect((await page({ after: 0 })).releases).toEqual([]);
  });
});

describe('a course of releases', () => {
  it('is counted by what each did, with the tickers that it touched', async () => {
    await bench.statements(statement('s:1'), statement('s:2', other));
    await noted(bench.release('2020-06-01T00:00:00.000Z'));
    await bench.statements(statement('s:3', turn), statement('s:4', { observed_at: '2019-01-02T15:00:00Z' }));
    await bench.prices('ZQRX.csv', 'Date,Adj Close\n2020-03-03,10\n2020-03-04,11\n', { provider: 'Test feed' });
    await noted(bench.release('2020-07-01T00:00:00.000Z'));
    await bench.bundle(listing('ZQRX', 'Zeta Quarry Mines'), listing('NEWQ', 'No Research Yet'));
    await noted(bench.release('2020-08-01T00:00:00.000Z'));
    await noted(
      withdraw(bench.store.db, { collection: 'live', id: derivedId('evidence', 's:2'), reason, dryRun: false }),
    );
    const again = await bench.lines('again.ndjson', [statement('s:2', other)]);
    await importRecords(bench.restating(), again, 'statements');
    await noted(bench.release());
    const none = { opened: 0, revised: 0, reversed: 0, closed: 0, withdrawn: 0, rewritten: 0, unmoved: 0 };
    const rest = { omitted_ticker_count: 0, entity_count: 0 };
    const { releases } = await page();
    expect(releases).toMatchObject([
      {
        number: 5,
        kind: 'release',
        counts: { ...none, opened: 1 },
        tickers: ['QRZX'],
        ...rest,
        priced_ticker_count: 0,
      },
      {
        number: 4,
        kind: 'withdrawal',
        counts: { ...none, withdrawn: 1 },
        tickers: ['QRZX'],
        ...rest,
        priced_ticker_count: 0,
      },
      { number: 3, kind: 'release', counts: none, tickers: ['ZQRX'], ...rest, priced_ticker_count: 0 },
      {
        number: 2,
        kind: 'release',
        counts: { ...none, opened: 1, reversed: 1, unmoved: 1 },
        tickers: ['ZQRX'],
        ...rest,
        priced_ticker_count: 1,
      },
      {
        number: 1,
        kind: 'release',
        counts: { ...none, opened: 2 },
        tickers: ['QRZX', 'ZQRX'],
        ...rest,
        priced_ticker_count: 0,
      },
    ]);
  });

  it('has the counts of the reports, and no later release changes an earlier one', async () => {
    const { releases } = await page({}, reader());
    const reports = await listReleases(bench.store.db, 'live', 50);
    const moves = reports.map(({ report }) => (report['touched'] as { moves: object }).moves);
    expect(releases.map(({ counts }) => counts)).toEqual(moves);
    expect(releases.map((one) => JSON.stringify(one))).toEqual([...readThen.values()].toReversed());
  });

  it('is read in pages of either order by their addresses, and each page is the same bytes everywhere', async () => {
    const walk = async (first: Partial<ReleasesRequest>): Promise<number[]> => {
      const numbers: number[] = [];
      for (let next: Partial<ReleasesRequest> | null = first; next !== null;) {
        const request: Partial<ReleasesRequest> = next;
        expect(await text(request, reader())).toBe(await text(request));
        const { releases, pagination }: ReleasesPage = await page(request);
        numbers.push(...releases.map(({ number }) => number));
        next = requestOf(pagination.next_page_url);
      }
      return numbers;
    };
    expect(await walk({ limit: 2 })).toEqual([5, 4, 3, 2, 1]);
    expect(await walk({ limit: 2, after: 1 })).toEqual([2, 3, 4, 5]);
    expect(await walk({ limit: 2, after: 1, before: 5 })).toEqual([2, 3, 4]);
    expect(await walk({ limit: 5 })).toEqual([5, 4, 3, 2, 1]);
    expect(await walk({ before: 1 })).toEqual([]);
    expect(await walk({ after: 5 })).toEqual([]);
    const { options } = await refusal(text({ after: 6 }));
    expect(options.detail).toBe('after is 6, and the newest release is 5.');
  });

  it('is a feed in pages, with an id for each release that stays', async () => {
    const head = await answers.head('live');
    const first = (await answers.releasesFeed(head, { limit: 2 })).bytes.toString();
    const ids = [...first.matchAll(/<id>([^<]*)<\/id>/g)].map(([, id]) => id);
    expect(ids).toEqual(['', '/5', '/4'].map((end) => `tag:research.test,2026:/at/releases/live${end}`));
    expect(first).toContain(
      `<link rel="next" type="application/atom+xml" href="${baseUrl}/v1/releases.atom?before=4&amp;limit=2"/>`,
    );
    expect(first).toContain('<content type="text">Withdrawal 4 withdrew 1 view; it touched QRZX.</content>');
    const last = (await answers.releasesFeed(head, { limit: 2, before: 2 })).bytes.toString();
    expect([last.includes('rel="next"'), last.match(/<entry>/g)?.length]).toEqual([false, 1]);
  });
});

function requestOf(url: string | null): Partial<ReleasesRequest> | null {
  if (url === null) return null;
  expect(url.startsWith(`${baseUrl}/v1/releases?`)).toBe(true);
  return Object.fromEntries([...new URL(url).searchParams].map(([name, value]) => [name, Number(value)]));
}

describe('a legal removal', () => {
  it('leaves its number, and names and counts nothing of what it removed in any release', async () => {
    await removeLegally(bench.store.db, {
      collection: 'live',
      id: derivedId('evidence', 's:2'),
      reason,
      dryRun: false,
    });
    const { releases } = await page();
    expect(releases.map(({ number, kind, tickers }) => [number, kind, tickers])).toEqual([
      [6, 'withdrawal', []],
      [5, 'release', []],
      [4, 'withdrawal', []],
      [3, 'release', ['ZQRX']],
      [2, 'release', ['ZQRX']],
      [1, 'release', ['ZQRX']],
    ]);
    expect(releases.map(({ counts }) => counts.opened + counts.withdrawn)).toEqual([0, 0, 0, 0, 1, 1]);
    expect(await text({}, reader())).not.toContain('QRZX');
  });
});
