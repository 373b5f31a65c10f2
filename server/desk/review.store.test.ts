// Reviews at the desk: a view is found, assessed on cited evidence, staged, and released.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { derivedId } from '../store/engine/ids.ts';
import { belief, cast, citation, evidence, revision } from '../ingest/testing/bundle.ts';
import type { TestPerson } from '../pages/account/testing/account.ts';
import type { PageResponse } from '../pages/testing/browser.ts';
import type { Store } from '../store/engine/engine.ts';
import { listEvents } from '../store/people/admin-events.ts';
import { stagedDigest } from '../store/staged/staged-digest.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type ServedDesk, makeOperator, serveDesk, upload } from './testing/desk.ts';

let store: Store;
let served: ServedDesk;
let operator: TestPerson;
let viewPath: string;

const statements = `date,person,ticker,direction,statement,source_url,source_title,record_id
2026-03-02,Ada Fictional,ZQRY,bearish,Stone prices fall.,https://letters.example/1,Letter 1,ada-1
`;

async function load(kind: string, name: string, text: string): Promise<void> {
  const fields = { 'option-set': 'dataset=letters', act: 'stage' };
  await upload(operator.browser, `/load/${kind}`, { files: [[name, text]], fields });
  await served.jobs.settled();
  expect(served.jobs.list()[0]?.state).toBe('done');
}

const release = async (): Promise<PageResponse> =>
  operator.browser.post('/staged/release', { collection: 'live', digest: await stagedDigest(store.db, 'live') });

beforeAll(async () => {
  store = await openTestStore();
  served = await serveDesk(store);
  operator = await makeOperator(store, served);
  await load('statements', 'letters.csv', statements);
  const bundle = [...cast, evidence(), citation(), belief(), revision()];
  await load('bundle', 'bundle.ndjson', bundle.map((record) => `${JSON.stringify(record)}\n`).join(''));
  await release();
  viewPath = `/views/${derivedId('belief', 'ada-1')}`;
});
afterAll(async () => {
  await served?.close();
  await store?.close();
});

const fields = {
  collection: 'live',
  validity: 'conditions_supported',
  'external-state': 'clear',
  blockers: 'A permit is missing.\r\n\r\nA second one too.',
  statement: 'Orders fell by a third.',
  words: 'a summary',
  'source-url': 'https://reports.example/q1',
  'source-title': 'Report of the first quarter',
  'observed-at': '2026-06-01T12:00:00Z',
};

it('a view is found by its ticker', async () => {
  const found = await operator.browser.get('/views?ticker=zqry');
  expect(found.text).toContain(`href="${viewPath}?collection=live"`);
  expect(found.text).toContain('Stone prices fall.');
  expect((await operator.browser.get('/views?ticker=none')).text).toContain('No view of NONE is released to live');
  const page = await operator.browser.get(viewPath);
  expect(page.text).toContain('Validity unknown');
  // Only the moves that its validity may make.
  expect([...page.text.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value).slice(0, 3)).toEqual([
    'unknown',
    'conditions_supported',
    'needs_review',
  ]);
});

it.each([
  ['an impossible move', { validity: 'invalidated' }, 'Validity of its conditions: validity cannot move from unknown'],
  ['a time before the view', { 'observed-at': '2026-01-01T00:00:00Z' }, 'Seen at: it is observed before the newest'],
  ['no evidence', { statement: ' ' }, 'Evidence: '],
  ['a link that is none', { 'source-url': 'report' }, 'Link: '],
])('a review with %s is refused in the words of the form, which keeps its fields', async (_what, wrong, said) => {
  const refused = await operator.browser.post(viewPath, { ...fields, ...wrong });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain(said);
  expect(refused.text).toContain('Report of the first quarter');
  expect(refused.text).not.toContain(served.uploads);
});

it('a review is staged once under the operator, seen before, and released', async () => {
  const done = await operator.browser.post(viewPath, fields);
  expect([done.status, done.text.includes('See what is staged')]).toEqual([200, true]);
  expect((await operator.browser.post(viewPath, fields)).text).toContain('The same review was loaded before.');
  const [event] = await listEvents(store.db, { limit: 1 });
  expect(event?.actor).toBe(operator.userId);
  const staged = await operator.browser.get('/staged');
  expect(staged.text).toMatch(/Ada Fictional.*unknown.*conditions supported/s);
  expect((await release()).text).toContain('release 2 of live');
  const page = await operator.browser.get(viewPath);
  expect(page.text).toContain('Conditions supported');
  expect(page.text).toContain('<li>A second one too.</li>');
});

it('both briefs can be opened in full', async () => {
  await operator.browser.post(viewPath, { ...fields, validity: 'needs_review', 'observed-at': '2026-07-01T12:00:00Z' });
  const overview = await operator.browser.get('/staged/briefs?ticker=ZQRY');
  const [, full = ''] = /href="([^"]+detail=full)"/.exec(overview.text) ?? [];
  const { text } = await operator.browser.get(full.replaceAll('&amp;', '&'));
  expect(text).toContain('The overviews alone');
  expect(text.length).toBeGreaterThan(overview.text.length);
  const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('a view that revision records state shows the next one, and takes no review', async () => {
  const path = `/views/${derivedId('belief', 'b:1')}`;
  const { text } = await operator.browser.get(path);
  expect(text).toContain('&quot;revision&quot;: 2');
  expect(text).not.toContain('Stage the review');
  expect((await operator.browser.post(path, fields)).status).toBe(422);
});

it.each(['/views/bel_none', `/views/bel_${'0'.repeat(32)}`])('%s is not found', async (path) => {
  expect((await operator.browser.get(path)).status).toBe(404);
});
