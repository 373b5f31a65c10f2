// Loads at the desk: files dropped into a form become staged records, or faults with the rows that they are in.
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestPerson } from '../pages/account/testing/account.ts';
import type { PageResponse } from '../pages/testing/browser.ts';
import type { Store } from '../store/engine/engine.ts';
import { stagedSummary } from '../store/staged/staging.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type ServedDesk, makeOperator, serveDesk, upload } from './testing/desk.ts';

let store: Store;
let served: ServedDesk;
let operator: TestPerson;

beforeAll(async () => {
  store = await openTestStore();
  served = await serveDesk(store);
  operator = await makeOperator(store, served);
});
afterAll(async () => {
  await served?.close();
  await store?.close();
});

const header = 'date,person,ticker,rating,statement,source_url,source_title';
const row = '2026-03-02,Ada Fictional,NWTB,Buy,"Orders have turned.",https://letters.example/ada/1,Letter of March';

/** The page of the job, once it is over. */
async function loaded(seen: PageResponse): Promise<PageResponse> {
  expect([seen.status, seen.location]).toEqual([303, expect.stringMatching(/^\/jobs\/[0-9a-f-]{36}$/)]);
  await served.jobs.settled();
  return operator.browser.get(seen.location ?? '');
}

const mapped = { 'option-map': 'rating=Buy:bullish', 'option-set': 'dataset=letters' };

it('checks a table and stages nothing', async () => {
  const files = [['calls.csv', `${header}\n${row}\n`]] as const;
  const seen = await loaded(
    await upload(operator.browser, '/load/statements', { files, fields: { ...mapped, act: 'check' } }),
  );
  expect(seen.text).toContain('dry run: nothing was kept');
  expect((await stagedSummary(store.db, 'live')).records).toEqual({});
});

it('shows each fault beside the row that it is in, and the operator’s own name of the file', async () => {
  const wrong = row.replace('2026-03-02', '2026-02-30').replace('Orders', '<b>Orders');
  const files = [['calls.csv', `${header}\n${wrong}\n`]] as const;
  const seen = await loaded(
    await upload(operator.browser, '/load/statements', { files, fields: { ...mapped, act: 'stage' } }),
  );
  expect(seen.text).toContain('2026-02-30');
  expect(seen.text).toContain('&lt;b&gt;Orders have turned.');
  expect(seen.text).not.toContain('<b>Orders');
  expect(seen.text).toContain('calls.csv');
  expect(seen.text).not.toContain(served.uploads);
  expect((await stagedSummary(store.db, 'live')).records).toEqual({});
});

it('stages what has no fault, and keeps no file', async () => {
  const files = [['calls.csv', `${header}\n${row}\n`]] as const;
  const seen = await loaded(
    await upload(operator.browser, '/load/statements', { files, fields: { ...mapped, act: 'stage' } }),
  );
  expect(seen.text).toContain('1 new');
  expect((await stagedSummary(store.db, 'live')).records).toMatchObject({ statement: 1 });
  expect(readdirSync(served.uploads)).toEqual([]);
  expect((await operator.browser.get('/')).text).toContain('calls.csv');
});

it('follows a job to its end', async () => {
  const [job] = served.jobs.list();
  const seen = await operator.browser.get(`/jobs/${job?.id ?? ''}/events`);
  expect(seen.headers.get('content-type')).toBe('text/event-stream');
  expect(seen.text).toBe(`event: over\ndata: {"state":"done","file":"calls.csv","share":1}\n\n`);
});

it('refuses two files of one name, and a form that is no upload', async () => {
  const twice = await upload(operator.browser, '/load/statements', {
    files: [
      ['a/calls.csv', row],
      ['b/calls.csv', row],
    ],
    fields: {},
  });
  expect(twice.text).toContain('Two files are named calls.csv');
  expect((await operator.browser.post('/load/statements')).status).toBe(415);
  expect(readdirSync(served.uploads)).toEqual([]);
});

it('keeps an upload in its folder, whatever its name', async () => {
  const files = [['../../../etc/passwd', row]] as const;
  await loaded(await upload(operator.browser, '/load/statements', { files, fields: { act: 'check' } }));
  expect(served.jobs.list()[0]?.title).toBe('Statements: passwd (check only)');
});

it('reads no file of the server', async () => {
  const files = [['calls.csv', `${header}\n${row}\n`]] as const;
  for (const map of ['rating=/etc/passwd', 'rating=../../package.json']) {
    const fields = { 'option-map': map, 'option-set': 'dataset=letters', act: 'check' };
    const seen = await loaded(await upload(operator.browser, '/load/statements', { files, fields }));
    expect(seen.text).toContain(`map ${map} names a file of the server`);
  }
  const withdrawn = await operator.browser.post('/tasks/withdraw', {
    'option-ids': '/etc/passwd',
    'option-reason': 'x',
  });
  expect(withdrawn.text).toContain('withdraw needs one of ID, --release or --ids');
  expect(readdirSync(served.uploads)).toEqual([]);
});
