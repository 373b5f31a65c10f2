// A browser reads pages behind a proxy: everything they load is there, every address lies below the path, and search leads on.
import { watchPolicies, watchScripts } from '../stage/browser/page-faults.ts';
import { launch } from '../stage/browser/launch.ts';

export type PageFaults = { loaded: number; faults: readonly string[] };

const pages = ['/', '/connect', '/subscribe', '/sign-in', '/docs', '/docs/start', '/docs/try', '/docs/reference'];

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
