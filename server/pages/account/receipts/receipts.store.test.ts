// Receipts and usage of a workspace over HTTP: in words, filtered, page by page, and as a table for a spreadsheet.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseNow } from '../../../store/known/clock.ts';
import type { Store } from '../../../store/engine/engine.ts';
import type { ServedPages } from '../../testing/browser.ts';
import { makeDesk, openAccountPages } from '../testing/account.ts';
import { csvText } from './csv.ts';
import { receiptWords } from './words.ts';

let store: Store;
let pages: ServedPages;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ store, pages, close } = await openAccountPages());
});
afterAll(() => close());

type Entry = { id: string; daysAgo?: number; at: string; key?: string; operation?: string; request?: string };

async function charged(workspace: string, entry: Entry): Promise<void> {
  const { id, daysAgo = 1, at, key = 'key_1', operation = 'getBrief', request = '/v1/brief?ticker=<b>X</b>' } = entry;
  await store.db.raw(
    `insert into usage_entry (account_id, request_id, fingerprint, operation, request, collection, key_id, units, paid_from,
       month, charged_at, as_of, digest)
     values (?, ?, '\\x00', ?, ?, 'live', ?, 1, 'prepaid', '2026-01-01',
       ?::timestamptz - ? * interval '1 day', '2026-06-22T12:00:00Z', '\\xab')`,
    [workspace, id, operation, request, key, at, daysAgo],
  );
}

const idsIn = (text: string): string[] =>
  [...text.matchAll(/data-copy="the request id ([^"]+)"/g)].map(([, id = '']) => id);

describe('receipts', () => {
  it('are found by request id or its beginning, escaped, and only in the own workspace', async () => {
    const { workspace, admin, member, outsider } = await makeDesk(store, pages);
    const at = await databaseNow(store.db);
    for (const id of ['req-1', 'req-10', 'req-2', 'other']) await charged(workspace, { id, at });
    const found = async (search: string, who = member): Promise<string[]> =>
      idsIn((await who.browser.get(`/account/receipts?${new URLSearchParams({ workspace, receipt: search })}`)).text);
    expect(await found('req-1')).toEqual(['req-1', 'req-10']);
    expect(await found('other')).toEqual(['other']);
    expect(await found('r%')).toEqual([]);
    expect((await found('')).toSorted()).toEqual(['other', 'req-1', 'req-10', 'req-2']);
    expect(await found('req-1', outsider)).toEqual([]);
    const hostile = encodeURIComponent('"><script>x</script>');
    expect((await admin.browser.get(`/account/receipts?receipt=${hostile}`)).text).not.toContain('<script>');
    expect((await admin.browser.get('/account/receipts')).text).toContain('ticker=&lt;b&gt;X&lt;/b&gt;');
    expect((await admin.browser.get('/account/receipts?receipt=%00%ff')).status).toBe(200);
  });

  it('are filtered by key, by what was asked and by day, and go on page by page', async () => {
    const { workspace, member } = await makeDesk(store, pages);
    const at = await databaseNow(store.db);
    for (let n = 0; n < 45; n += 1)
      await charged(workspace, { id: `a-${String(n).padStart(2, '0')}`, at, daysAgo: n % 3 });
    await charged(workspace, {
      id: 'b',
      at,
      daysAgo: 40,
      key: 'key_2',
      operation: 'listBeliefs',
      request: '/v1/beliefs?person_id=p:x',
    });
    const read = async (query: string) =>
      (await member.browser.get(`/account/receipts?workspace=${workspace}&${query}`)).text;
    expect(idsIn(await read('key=key_2'))).toEqual(['b']);
    expect(idsIn(await read('operation=listBeliefs'))).toEqual(['b']);
    const day = new Date(Date.parse(at) - 40 * 86_400_000).toISOString().slice(0, 10);
    expect(idsIn(await read(`since=${day}&until=${day}`))).toEqual(['b']);
    expect(idsIn(await read(`since=${day}&until=${day}&key=key_1`))).toEqual([]);
    const first = await read('key=key_1');
    const [, next = ''] = /href="\/account\/receipts\?([^"]+)">Older receipts/.exec(first) ?? [];
    const second = (await member.browser.get(`/account/receipts?${next.replaceAll('&amp;', '&')}`)).text;
    expect([idsIn(first).length, idsIn(second).length, second.includes('Older receipts')]).toEqual([25, 20, false]);
    expect(new Set([...idsIn(first), ...idsIn(second)]).size).toBe(45);
    expect(idsIn(await read('after=nonsense&since=2026-02-30&operation=none'))).toHaveLength(25);
  });

  it('say what was asked in words', () => {
    const asOf = '2026-06-22T12:00:00.000Z';
    for (const [operation, request, words] of [
      ['getBrief', '/v1/brief?detail=overview&ticker=AAPL', 'AAPL, as of 22 June 2026'],
      ['getBrief', '/v1/brief?detail=full&ticker=BRK%2FB', 'BRK/B, in full, as of 22 June 2026'],
      ['listBeliefs', '/v1/beliefs?person_id=p%3Ax&view=beliefs', 'Views of p:x, as of 22 June 2026'],
      ['listBeliefs', '/v1/beliefs?cursor=x&ticker=AAPL', 'Views on AAPL, a later page, as of 22 June 2026'],
      ['listBeliefs', '/v1/beliefs?view=entities', 'Companies with research, as of 22 June 2026'],
      ['getBelief', '/v1/beliefs/bel_1?as_of=2026-06-22T12%3A00%3A00.000Z', 'View bel_1, as of 22 June 2026'],
      [
        'listChanges',
        '/v1/changes?since=2026-05-01T00%3A00%3A00.000Z&tickers=AAPL',
        'Changes of AAPL, 1 May 2026 to 22 June 2026',
      ],
      ['listSources', '/v1/sources?limit=20', 'Lists of sources, as of 22 June 2026'],
    ] as const)
      expect(receiptWords({ operation, request, as_of: asOf })).toBe(words);
  });

  it('become a table for a spreadsheet in which no cell is a formula', async () => {
    const { workspace, member, outsider } = await makeDesk(store, pages);
    const at = await databaseNow(store.db);
    await charged(workspace, { id: '=cmd', at, request: '/v1/brief?detail=overview&ticker=%3DSUM(A1)' });
    await charged(workspace, { id: '-2', at, request: '/v1/brief?detail=overview&ticker=A%2CB%22' });
    const { headers, text } = await member.browser.get(`/account/receipts.csv?workspace=${workspace}`);
    expect([headers.get('content-type'), headers.get('cache-control'), headers.get('content-disposition')]).toEqual([
      'text/csv; charset=utf-8',
      'no-store',
      'attachment; filename="receipts.csv"',
    ]);
    const [head, ...rows] = text.trimEnd().split('\r\n');
    expect(head).toBe('charged_at,request_id,what,operation,request,mode,as_of,by,units,paid_from,document_digest');
    expect(rows.map((row) => row.split(',')[1])).toEqual(["'-2", "'=cmd"]);
    expect(rows[0]).toContain('"A,B"", as of 22 June 2026"');
    expect(rows[1]).toContain(`"'=SUM(A1), as of 22 June 2026"`);
    expect(
      (await member.browser.get(`/account/receipts.csv?workspace=${workspace}&receipt=-`)).text.split('\r\n'),
    ).toHaveLength(3);
    expect((await outsider.browser.get(`/account/receipts.csv?workspace=${workspace}`)).status).toBe(404);
    expect(csvText([['+1', '@x', ' =1', '\t1', 'a-b', '']])).toBe("'+1,'@x,' =1,'\t1,a-b,\r\n");
  });
});

describe('usage', () => {
  it('is plotted by day, with the figures as a table, for all keys and for each', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    expect((await admin.browser.get('/account/usage')).text).toContain('Nothing was answered in the last 30 days');
    // One day less than the page shows, because a new day may begin before the request.
    const at = await databaseNow(store.db);
    for (const [id, daysAgo, key] of [
      ['a', 0, 'key_1'],
      ['b', 0, 'key_2'],
      ['c', 40, 'key_1'],
      ['d', 88, 'key_1'],
    ] as const)
      await charged(workspace, { id, at, daysAgo, key });
    // A day that only remains as a sum.
    await store.db.raw(
      `insert into usage_day (account_id, day, operation, collection, paid_from, entries, units)
       values (?, (?::timestamptz at time zone 'UTC')::date - 88, 'getBrief', 'live', 'subscription', 3, 3)`,
      [workspace, at],
    );
    const { text } = await admin.browser.get('/account/usage?days=90');
    expect(text).toContain('7 requests charged in the last 90 days');
    expect(text.match(/<rect class="prepaid"/g)).toHaveLength(3);
    expect(text.match(/<rect class="subscription"/g)).toHaveLength(1);
    expect(text).toContain('most in a day: 4');
    expect((await admin.browser.get('/account/usage')).text).toContain('2 requests charged in the last 30 days');
    const one = (await admin.browser.get('/account/usage?days=90&key=key_2')).text;
    expect(one).toContain('1 request charged in the last 90 days by <strong>key_2</strong>');
    expect((await admin.browser.get('/account/usage?key=key_9')).text).toContain(
      '2 requests charged in the last 30 days',
    );
  });

  it('is drawn against the spend limit', async () => {
    const { workspace, admin } = await makeDesk(store, pages);
    await admin.browser.post('/account/spend-limit', { workspace, requests: '200' });
    await store.db.raw(
      `update account set spend_used = 50, spend_month = date_trunc('month', now() at time zone 'UTC') where account_id = ?`,
      [workspace],
    );
    const { text } = await admin.browser.get('/account/usage');
    expect(text).toContain('50 of 200 prepaid requests spent this UTC month');
    expect(text).toMatch(/<svg class="limit-bar "[^>]*><rect x="0" y="0" width="25.00"/);
  });
});
