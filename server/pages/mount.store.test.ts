// Every specified address for people and agents is served, and the pages load nothing from other origins.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noRateLimits } from '../metering/testing/rate-limits.ts';
import { createServing } from '../process/serving.ts';
import type { Store } from '../store/engine/engine.ts';
import { mountPages } from './mount.ts';
import { type ServedPages, servePages } from './testing/browser.ts';
import { fixedPages } from './testing/mounted.ts';
import { openPublished } from '../ingest/testing/published.ts';

let store: Store;
let served: ServedPages;

beforeAll(async () => {
  store = await openPublished('preview');
  const { answers, deliver, accounts } = createServing({
    store,
    baseUrl: 'https://research.test',
    now: () => '2026-11-02T12:00:00.000Z',
    elapsed: () => performance.now(),
    rateLimits: noRateLimits,
    onFailure: ({ cause }) => served.failures.push(cause),
  });
  served = await servePages(store, mountPages, {
    answers,
    deliver,
    accounts,
    wakeMail: () => undefined,
    signUp: 'open',
  });
});
afterAll(async () => {
  await served.close();
  await store.close();
});

const get = (path: string): Promise<Response> => fetch(`${served.address}${path}`, { redirect: 'manual' });

it('serves every browser and agent address of the specification, and signs in first where it has to [SPEC-W1]', async () => {
  const statuses: [string, number][] = [
    ['/', 200],
    ['/connect', 200],
    ['/subscribe?access=required&source=cli-auth&acquisition=6b1f5b0c-6f0e-4a53-9d53-1d1f6f2f7d10', 200],
    ['/sign-in', 200],
    ['/agent-quickstart.md', 200],
    ['/auth.md', 200],
    ['/cli-auth?code=RI-BCDF-GHJK-LMNP', 303],
    ['/account', 303],
  ];
  for (const [path, status] of statuses) expect([path, (await get(path)).status]).toEqual([path, status]);
  expect((await get('/account')).headers.get('location')).toMatch(/^\/sign-in\?return_to=/);
  expect(served.failures).toEqual([]);
});

it('loads nothing from another origin, and every file that a page names is there', async () => {
  let [opened, files] = [0, 0];
  for (const path of fixedPages()) {
    const response = await get(path);
    expect([path, response.status < 500]).toEqual([path, true]);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    opened += response.status === 200 ? 1 : 0;
    const text = await response.text();
    // A feed and the page's own address are not loaded; the operations of the contract are not part of these pages.
    const named = [
      ...text.matchAll(/<(?:link(?![^>]*rel="(?:alternate|canonical)")|script|img)[^>]*(?:href|src)="([^"]+)"/g),
    ].map(([, address = '']) => address);
    for (const address of named) {
      expect([path, address.startsWith('/')]).toEqual([path, true]);
      expect([address, (await get(address)).status]).toEqual([address, 200]);
      files += 1;
    }
    expect(text).not.toMatch(/<style|<script(?![^>]*src=)|\son\w+=|style="/);
  }
  expect(opened).toBeGreaterThanOrEqual(8);
  expect(files).toBeGreaterThan(6);
});

it('tells agents the order of steps, the statuses of the device login and the rules that they never break [SPEC-A8]', async () => {
  const [quickstart, auth] = await Promise.all(
    ['/agent-quickstart.md', '/auth.md'].map(async (path) => (await get(path)).text()),
  );
  for (const word of [
    'SERVICE_API_KEY',
    'X-Request-ID',
    '/v1/status',
    'checkoutUrl',
    'Never create a checkout',
    'substitute',
  ])
    expect(quickstart).toContain(word);
  for (const word of [
    'pending',
    'slow_down',
    'authorized',
    'denied',
    'expired',
    'invalid',
    'browserUrl',
    'userCode',
    'deviceCode',
  ])
    expect(auth).toContain(word);
  for (const text of [quickstart, auth]) {
    expect(text).toContain(`${served.address}/`);
    expect(text).toMatch(/Never register another chat[^.]+pending/);
  }
  // An id that the line itself makes is another one at each try.
  expect(quickstart).not.toMatch(/curl[^\n]*\$\(/);
  expect(quickstart).toMatch(/\| 402 \|[^\n]*checkoutUrl/);
});
