// One question in other spellings: the same bytes, one charge under one request id, and one cursor.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BeliefsPage } from '../../generated/api.ts';
import { spellingsBetween } from '../contract/testing/spellings.ts';
import { readBalance } from '../store/ledger/ledger.ts';
import { assertNoDrift } from '../testing/charges.ts';
import { callTool } from '../testing/mcp.ts';
import { type PaidChat, openPaidChat } from '../testing/paid-chat.ts';

const CREDIT = 10_000;
let paid: PaidChat;
beforeAll(async () => {
  paid = await openPaidChat(CREDIT);
});
afterAll(async () => {
  if (paid.service.failures.length > 0) throw new AggregateError(paid.service.failures, 'the service failed');
  await assertNoDrift(paid.store);
  await paid.close();
});

const spent = async (): Promise<number> =>
  CREDIT - ((await readBalance(paid.store.db, paid.workspaceId))?.prepaid ?? 0);

async function rest(path: string, id: string): Promise<{ status: number; text: string; charge: string | null }> {
  const headers = { authorization: `Bearer ${paid.key}`, 'x-request-id': id };
  const answer = await fetch(`${paid.service.baseUrl}${path}`, { headers });
  return { status: answer.status, text: await answer.text(), charge: answer.headers.get('usage-charge') };
}

it('is charged once under one id, with the same bytes under another, for 1,000 instants', async () => {
  const before = await spent();
  let asked = 0;
  const instants = spellingsBetween('2026-01-05T00:00:00Z', '2026-10-05T00:00:00Z');
  const once = fc.asyncProperty(instants, async ({ canonical, spelled }) => {
    asked += 1;
    const plain = await rest(`/v1/beliefs?limit=1&ticker=NWTB&as_of=${canonical}`, `spelled-${asked}`);
    const path = `/v1/beliefs?ticker=nwtb&as_of=${encodeURIComponent(spelled)}&limit=1&`;
    expect([plain.status, plain.charge]).toEqual([200, '1']);
    expect((JSON.parse(plain.text) as BeliefsPage).as_of).toBe(canonical);
    expect(await rest(path, `spelled-${asked}`)).toEqual({ ...plain, charge: '0' });
    expect(await rest(path, `another-${asked}`)).toEqual(plain);
  });
  await fc.assert(once, { numRuns: 1_000 });
  expect(asked).toBe(1_000);
  expect((await spent()) - before).toBe(2_000);
});

it('goes on with a cursor that another spelling has got', async () => {
  const first = await rest('/v1/beliefs?limit=1&ticker=NWTB&as_of=2026-10-01T00:00:00Z', 'page-1');
  const page = JSON.parse(first.text) as BeliefsPage;
  const next = new URL(page.pagination.next_page_url ?? '');
  const plain = await rest(next.pathname + next.search, 'page-2');
  const cursor = page.pagination.next_cursor ?? '';
  const since = `/v1/beliefs?limit=1&ticker=nwtb&as_of=2026-09-30t19:00:00.0004-05:00&cursor=${cursor}`;
  expect(await rest(since, 'page-2')).toEqual({ ...plain, charge: '0' });
  expect(plain.status).toBe(200);
});

it('is one request through both doors', async () => {
  const before = await spent();
  const plain = await rest('/v1/brief?detail=overview&max_results=1&ticker=NWTB&as_of=2026-10-01T00:00:00Z', 'door');
  const sent = { ticker: 'nwtb', max_results: 1, as_of: '2026-10-01T02:00:00+02:00' };
  const told = await callTool(paid.chat, 'get_brief', sent, { _meta: { 'X-Request-ID': 'door' } });
  expect(told.content[0]?.text).toBe(plain.text);
  expect((await spent()) - before).toBe(1);
  const blank = await callTool(paid.chat, 'get_brief', { ticker: 'NWTB ' });
  expect(JSON.stringify(blank._meta)).toContain('Send NWTB without it.');
});
