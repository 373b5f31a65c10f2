// A browser reads pages behind a proxy: everything they load is there, every address lies below the path, and search leads on.
import type { BrowserContext } from 'playwright-core';
import { fixedPages } from '../../server/pages/testing/mounted.ts';
import { watchPolicies, watchScripts } from '../stage/browser/page-faults.ts';
import { launch } from '../stage/browser/launch.ts';

export type PageFaults = { loaded: number; faults: readonly string[] };

const documentation = ['/docs', '/docs/start', '/docs/try', '/docs/reference'];

/** The pages that a browser sees without a session; others lead to the sign-in or are not configured. */
async function publicPages(context: BrowserContext, base: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of fixedPages()) {
    const answer = await context.request.get(`${base}${path}`, { maxRedirects: 0 });
    const isPage = (answer.headers()['content-type'] ?? '').startsWith('text/html');
    if ((isPage && answer.status() === 200) || answer.status() >= 500) found.push(path);
  }
  return found;
}

export async function readPages(base: string): Promise<PageFaults> {
  const browser = await launch();
  const faults: string[] = [];
  let loaded = 0;
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    await watchPolicies(context, faults);
    const page = await context.newPage();
    watchScripts(page, faults);
    page.on('response', (answer) => {
      loaded += 1;
      if (answer.status() >= 400) faults.push(`${answer.url()} was answered with ${answer.status()}`);
      if (!answer.url().startsWith(base) && !answer.url().startsWith('data:'))
        faults.push(`${answer.url()} lies outside`);
    });
    const pages = new Set([...(await publicPages(context, base)), ...documentation]);
    for (const path of pages) await page.goto(`${base}${path}`, { waitUntil: 'networkidle' });
    await page.goto(`${base}/docs`);
    await page.getByRole('searchbox').fill('cutoff');
    await page.locator('.search-found a').first().click();
    await page.waitForURL(`${base}/docs/**`);
    await page.goto(`${base}/docs/try`);
    await page.getByLabel('Form').selectOption('full');
    // The policy of the pages forbids the evaluation of text, so no script of the test waits in the page.
    await page.waitForURL((url) => url.searchParams.get('detail') === 'full');
  } finally {
    await browser.close();
  }
  return { loaded, faults };
}
