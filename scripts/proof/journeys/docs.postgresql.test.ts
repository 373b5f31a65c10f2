// A reader of the documentation, in a real browser on the built server: pages, tabs, search and the console, with nothing from elsewhere.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../../server/contract/problems.ts';
import { look } from './look.ts';
import type { Visitor } from './visitor.ts';
import { type World, openWorld } from './world.ts';

let world: World;
let reader: Visitor;
beforeAll(async () => {
  world = await openWorld();
  reader = await world.visitor();
});
afterAll(() => world?.close());

/** Headings of level 1 in the reference; Playwright reads the level of a role from the tag alone. */
const topHeadings = async (): Promise<string> =>
  (await reader.page.locator('#redoc :is(h1, [aria-level="1"])').allInnerTexts()).join();

/** Redoc takes over the markup that it was built with; from then on each button has properties of React. */
const isTakenOver = async (): Promise<boolean> =>
  reader.page.evaluate(`(() => {
    const buttons = [...document.querySelectorAll('#redoc button')];
    const isTaken = (one) => Object.keys(one).some((key) => key.startsWith('__reactProps'));
    return buttons.length > 0 && buttons.every(isTaken);
  })()`);

/** Redoc fills a section as a reader comes near it: each comes into view before the page is judged. */
async function readToTheEnd(): Promise<void> {
  const sections = reader.page.locator('#redoc [data-section-id^="/"]');
  await expect.poll(() => sections.count()).toBeGreaterThan(9);
  const toSection = (section: { scrollIntoView(): void; innerText: string }): string => {
    section.scrollIntoView();
    return section.innerText;
  };
  for (let index = 0; index < (await sections.count()); index += 1)
    await expect.poll(() => sections.nth(index).evaluate(toSection)).not.toBe('');
}

const heading = (): Promise<string> => reader.page.getByRole('heading', { level: 1 }).innerText();

describe('the documentation in a browser', () => {
  it('is sound in every width and scheme: front page, guides, an error, the console, search', async () => {
    const pages = [
      ['docs', '/docs'],
      ['docs-start', '/docs/start'],
      ['docs-brief', '/docs/read-a-brief'],
      ['docs-charging', '/docs/charging'],
      ['docs-error', '/docs/errors/not-covered'],
      ['docs-errors', '/docs/errors'],
      ['docs-decisions', '/docs/decisions'],
      ['docs-search', '/docs/search?q=retry'],
      ['docs-try', '/docs/try'],
    ] as const;
    for (const [name, path] of pages) {
      expect([path, await reader.open(path)]).toEqual([path, 200]);
      expect([path, await look(reader.page, name)]).toEqual([path, []]);
    }
  });

  it('leads by its menu from page to page', async () => {
    await reader.open('/docs');
    await reader.page
      .getByRole('navigation', { name: 'Documentation' })
      .getByRole('link', { name: 'Point in time' })
      .click();
    expect(await heading()).toBe('Point in time');
    await reader.page
      .getByRole('navigation', { name: 'Before and after' })
      .getByRole('link', { name: /changed/ })
      .click();
    expect(await heading()).toBe('What changed');
  });

  it('shows every example in the language that was chosen once, on this page and on the next', async () => {
    await reader.open('/docs/start');
    await reader.page.getByText('TypeScript', { exact: true }).first().click();
    expect(await reader.page.locator('.panel-ts:visible').count()).toBeGreaterThan(1);
    await reader.open('/docs/pagination');
    // The choice comes with the script, which a page does not wait for.
    await expect.poll(() => reader.page.locator('.panel-curl:visible').count()).toBe(0);
    expect(await reader.page.locator('.panel-ts:visible').count()).toBeGreaterThan(1);
  });

  it('finds what was typed before its script was there', async () => {
    let arrive = (): void => undefined;
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await reader.page.route(/\/site-[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await reader.open('/docs');
    await reader.page.getByRole('searchbox').fill('not-covered');
    arrive();
    const first = reader.page.locator('.search-found a').first();
    await expect.poll(() => first.getAttribute('href')).toBe('/docs/errors/not-covered');
    await reader.page.unrouteAll();
  });

  it('finds each error code, first of all its page', async () => {
    await reader.open('/docs');
    const field = reader.page.getByRole('searchbox');
    const codes = Object.keys(catalogue);
    for (const code of codes) {
      await field.fill(code);
      const first = reader.page.locator('.search-found a').first();
      await expect.poll(() => first.getAttribute('href')).toBe(`/docs/errors/${code}`);
    }
    expect(codes.length).toBeGreaterThan(25);
    await field.press('ArrowDown');
    await reader.page.keyboard.press('Enter');
    await reader.page.waitForURL(/\/docs\/errors\//);
  });

  it('finds an operation together with the guides, and leads to it', async () => {
    await reader.open('/docs');
    const field = reader.page.getByRole('searchbox');
    const found = reader.page.locator('.search-found a');
    await field.fill('listChanges');
    await expect.poll(() => found.first().getAttribute('href')).toBe('/docs/reference#/changes/listchanges');
    await expect.poll(() => found.count()).toBeGreaterThan(1);
    await field.press('ArrowDown');
    await reader.page.keyboard.press('Enter');
    await reader.page.waitForURL(/\/docs\/reference#/);
    await expect.poll(topHeadings).toContain('List what changed between two cutoffs');
  });

  it('opens the page that the type of a problem names', async () => {
    const response = await fetch(`${world.base}/v1/brief?ticker=NWTB`);
    const { type } = (await response.json()) as { type: string };
    expect(new URL(type).origin).toBe(world.base);
    expect(await reader.open(new URL(type).pathname)).toBe(200);
    expect(await heading()).toBe('The key is missing or not valid');
  });
});

describe('the console', () => {
  const answer = () => reader.page.locator('#answer');

  it('shows a document and what it cost, which is nothing', async () => {
    await reader.open('/docs/try?ticker=KLPF');
    expect(await answer().innerText()).toContain('Usage-Charge: 0');
    expect(await answer().innerText()).toContain('Kelpford Foods Company');
  });

  it('asks again at once when something is chosen, and the address says what', async () => {
    await reader.page.getByLabel('Form').selectOption('full');
    await expect.poll(() => reader.page.url()).toContain('detail=full');
    await expect.poll(() => answer().innerText()).toContain('theses');
    await reader.page.getByLabel('max_results').fill('99');
    await reader.page.getByLabel('max_results').blur();
    await expect.poll(() => answer().innerText()).toContain('invalid-request');
    await reader.page.getByLabel('max_results').fill('2');
    await reader.page.getByLabel('max_results').blur();
    await expect.poll(() => answer().innerText()).toContain('2 of 11 views');
  });

  it('moves the cutoff by its slider', async () => {
    const before = await answer().innerText();
    await reader.page.getByRole('slider').press('ArrowLeft');
    await expect.poll(() => reader.page.url()).toMatch(/as_of=20\d\d-/);
    await expect.poll(() => answer().innerText()).not.toBe(before);
  });

  it('leads from a citation id to its citation, which opens', async () => {
    await reader.open('/docs/try?ticker=NWTB');
    await reader.page.locator('.tree summary', { hasText: 'trade_state' }).click();
    await reader.page.locator('.tree summary', { hasText: 'setups' }).click();
    await reader.page
      .locator('.tree a[href^="#cit_"]')
      .first()
      .evaluate((link: { click(): void }) => link.click());
    await expect.poll(() => reader.page.locator('.tree li:target').isVisible()).toBe(true);
  });

  it('works where no script runs', async () => {
    const context = await reader.context.browser()?.newContext({ javaScriptEnabled: false, baseURL: world.base });
    const page = await context?.newPage();
    await page?.goto('/docs/try');
    await page?.selectOption('#ticker', 'OSTR');
    await page?.selectOption('#detail', 'full');
    await page?.getByRole('button', { name: 'Ask' }).click();
    expect(await page?.locator('#answer').innerText()).toContain('Usage-Charge: 0');
    await page?.goto('/docs/charging');
    await page?.locator('label', { hasText: 'TypeScript' }).first().click();
    expect(await page?.locator('.panel-ts:visible').count()).toBeGreaterThan(0);
    await context?.close();
  });
});

/** Redoc asks whether it may make a worker out of text, and goes on without one where it may not. */
const asksForWorker = 'policy: script-src eval ';
/** The story above asks for 99 results; the browser reports what the page then shows. */
const refusedOnPurpose =
  'console: error Failed to load resource: the server responded with a status of 400 (Bad Request)';

/** A story above leads to the reference, which may have been shown before the next page. */
const ownFaults = (): string[] => world.faults().filter((fault) => fault !== asksForWorker);

describe('all of it', () => {
  it('asks nothing of another origin, breaks no policy, and has no error on the console', async () => {
    expect(ownFaults()).toEqual([refusedOnPurpose]);
  });

  it('is so of the reference too, which opens at the operation that an address names', async () => {
    await reader.open('/docs/reference');
    await expect.poll(heading).toContain('Research Intelligence API');
    expect(ownFaults()).toEqual([refusedOnPurpose]);
    await reader.open('/docs');
    expect(await reader.open('/docs/reference#/beliefs/getbelief')).toBe(200);
    await expect.poll(() => reader.page.getByRole('heading', { name: 'Get a full belief record' }).count()).toBe(1);
  });

  it.each([
    ['the whole', '/docs/reference', 'Research Intelligence API'],
    ['a question', '/docs/reference#/brief/getbrief', 'Get a cited research brief'],
    ['a form, unfolded', '/docs/reference#/device-login/initiatedevice', 'Start a device login'],
  ])('is so of the reference by the rules of every other page: %s', async (what, path, title) => {
    await reader.open('/docs');
    await reader.open(path);
    await expect.poll(topHeadings).toContain(title);
    await expect.poll(isTakenOver).toBe(true);
    const unfold = reader.page.getByText(/^Show \d+ properties/).first();
    if (what.includes('unfolded')) await unfold.click();
    await readToTheEnd();
    expect([path, await look(reader.page, 'docs-reference')]).toEqual([path, []]);
  });

  it('breaks no word of its title, however narrow the screen is', async () => {
    await reader.page.setViewportSize({ width: 380, height: 900 });
    await reader.open('/docs/reference');
    const lines = await reader.page.evaluate(`(() => {
      const text = document.querySelector('h1').firstChild;
      return [...text.data.matchAll(/[A-Za-z]+/g)].map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return [word, range.getClientRects().length];
      });
    })()`);
    await reader.page.setViewportSize({ width: 1440, height: 900 });
    expect(lines).toEqual([
      ['Research', 1],
      ['Intelligence', 1],
      ['API', 1],
    ]);
  });
});
