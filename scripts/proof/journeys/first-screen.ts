// The first screen of a brief: name, price, sides, action, reason and the top of the chart are seen at once.
import type { Page } from 'playwright-core';

/** Height of the page, and what of its head the first screen does not hold. */
const measured = `(() => {
  const ends = (selector) => [...document.querySelectorAll(selector)].find((one) => one.checkVisibility()).getBoundingClientRect().bottom;
  const parts = ['#brief', '.brief-price', '#sides ~ *', '#action + p', '.why', '#chart'];
  const below = parts.filter((selector) => ends(selector) > innerHeight);
  const svg = [...document.querySelectorAll('figure[data-chart] svg.chart')].find((one) => one.checkVisibility());
  if (svg && svg.getBoundingClientRect().top + 24 > innerHeight) below.push('top of the chart');
  return [document.documentElement.scrollHeight, below];
})()`;

const screens = [
  { width: 1440, height: 900, tallest: 5_000 },
  { width: 390, height: 844, tallest: 9_000 },
] as const;

/** Briefs of the preview, by ticker and question, with what their first screens do not hold. */
export async function outsideFirstScreens(page: Page, briefs: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const brief of briefs) {
    await page.goto(`/brief/${brief}${brief.includes('?') ? '&' : '?'}mode=preview`);
    for (const { width, height, tallest } of screens) {
      await page.setViewportSize({ width, height });
      const [tall, below] = (await page.evaluate(measured)) as [number, string[]];
      if (tall > tallest) below.push(`${tall} pixels in all`);
      found.push(...below.map((part) => `${brief} at ${width}: ${part}`));
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  return found;
}
