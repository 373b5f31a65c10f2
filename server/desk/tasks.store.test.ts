// Tasks of the desk: commands of the command line, in the name of the operator who runs them.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestPerson } from '../pages/account/testing/account.ts';
import type { PageResponse } from '../pages/testing/browser.ts';
import type { Store } from '../store/engine/engine.ts';
import { listEvents } from '../store/people/admin-events.ts';
import { openTestStore } from '../store/testing/store.ts';
import { commands } from '../admin/commands.ts';
import { tasks } from './permissions.ts';
import { type ServedDesk, makeOperator, serveDesk } from './testing/desk.ts';

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

it('each has a page', async () => {
  for (const name of Object.values(tasks).flat())
    expect([name, (await operator.browser.get(`/tasks/${name}`)).status]).toEqual([name, 200]);
});

it('are no others: the files and the store itself stay with the command line', async () => {
  const offered: readonly string[] = Object.values(tasks).flat();
  for (const { name } of commands) {
    const { status } = await operator.browser.get(`/tasks/${name}`);
    expect([name, status]).toEqual([name, offered.includes(name) ? 200 : 404]);
  }
  expect((await operator.browser.post('/tasks/export', { argument: 'all.gz' })).status).toBe(404);
  expect((await operator.browser.post('/tasks/add-operator', { argument: operator.email })).status).toBe(404);
});

it('are recorded in the trail under the operator', async () => {
  const made = await operator.browser.post('/tasks/create-workspace', { argument: 'Fictional Desk' });
  expect(made.text).toContain('(Fictional Desk); it has no credit yet');
  const [event] = await listEvents(store.db, { limit: 1 });
  expect(event).toMatchObject({ action: 'workspace-made', actor: operator.userId });
  const workspace = /ws_[0-9a-f]{24}/.exec(made.text)?.[0] ?? '';
  const granted = await operator.browser.post('/tasks/grant-credit', {
    'option-workspace': workspace,
    'option-requests': '50',
  });
  expect(granted.text).toContain('granted: 50 prepaid requests');
  const trail = await operator.browser.get('/trail');
  expect(trail.text).toContain('granted prepaid requests');
  expect(trail.text).toContain(operator.email);
});

it('are tried before they are done where they can be', async () => {
  const fields = { argument: operator.email };
  const form = await operator.browser.get('/tasks/forget-user');
  expect(form.text).not.toContain('name="act"');
  const tried = await operator.browser.post('/tasks/forget-user', fields);
  expect(tried.text).toContain('dry run, nothing was changed');
  expect(tried.text).toContain('name="act"');
  expect((await operator.browser.get('/')).status).toBe(200);
});

it('do only what was tried', async () => {
  const [first, second] = [await makeOperator(store, served), await makeOperator(store, served)];
  const forget = (argument: string, tried = ''): Promise<PageResponse> =>
    operator.browser.post('/tasks/forget-user', { argument, tried, act: 'yes' });
  const trial = await operator.browser.post('/tasks/forget-user', { argument: first.email });
  const [, tried = ''] = /name="tried" value="([0-9a-f]{64})"/.exec(trial.text) ?? [];
  for (const refused of [await forget(first.email), await forget(second.email, tried)]) {
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('the fields are not those that were tried');
  }
  const kept = await store.db.raw('select 1 from user_account where email = any(?)', [[first.email, second.email]]);
  expect(kept.rows).toHaveLength(2);
  expect((await forget(first.email, tried)).status).toBe(200);
});

it('bind each value to its option', async () => {
  const seen = await operator.browser.post('/tasks/create-workspace', { argument: '--practice' });
  expect(seen.text).toContain('(--practice); it has no credit yet');
  const refused = await operator.browser.post('/tasks/grant-credit', {
    'option-workspace': 'x" --requests=1',
    'option-requests': '--help',
  });
  expect(refused.status).toBe(422);
  expect(refused.text).toContain('--requests needs a value');
});
