// Page with the steps to connect an AI chat: public, with the address of this service and no secret.
import { expect, it } from 'vitest';
import { openTestStore } from '../../store/testing/store.ts';
import { mountConnect } from './connect-pages.ts';
import { servePages } from '../testing/browser.ts';

it('gives the steps to anybody, with the configured address whatever host was asked for, and no key', async () => {
  const store = await openTestStore();
  const pages = await servePages(store, mountConnect, { baseUrl: 'https://research.test' });
  const { status, text } = await pages
    .browser()
    .get('/connect', { 'x-forwarded-host': 'evil.test', forwarded: 'host=evil.test' });
  expect(status).toBe(200);
  expect(text).toContain('https://research.test/mcp');
  expect(text).not.toContain('evil.test');
  expect(text.match(/<li>\s*<h2/g)).toHaveLength(3);
  for (const path of ['/account/connections', '/subscribe', '/agent-quickstart.md'])
    expect(text).toContain(`href="${path}"`);
  expect(text).not.toContain('<form class="stack');
  await pages.close();
  await store.close();
});
