// Text and source of a page that has arrived whole: after a click its first part can be read before its last has come.
import type { Page } from 'playwright-core';

/** The main part as a reader sees it, or with 'folded' also the text of its closed parts. */
export async function readText(page: Page, parts: 'open' | 'folded' = 'open'): Promise<string> {
  await page.waitForLoadState();
  const main = page.getByRole('main');
  return parts === 'open' ? main.innerText() : ((await main.textContent()) ?? '');
}

export async function readSource(page: Page): Promise<string> {
  await page.waitForLoadState();
  return page.content();
}
