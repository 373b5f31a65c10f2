// Reading in a browser: the preview that is open to all, and live briefs that are opened, paid for and read again.
import { beforeAll, describe, expect, it } from 'vitest';
import { readText } from '../../stage/browser/whole-page.ts';
import { outsideFirstScreens } from './first-screen.ts';
import { arrive, invited, makeWorkspace } from './people.ts';
import { type Stage, seen } from './stage.ts';
import type { Visitor } from './visitor.ts';

export function openReading(stage: Stage): void {
  let reader: Visitor;

  beforeAll(async () => {
    reader = await stage.world.visitor();
  });

  describe('the preview', () => {
    it('is read from the front page without a sign-in, and redrawn in place while the cutoff moves', async () => {
      expect(await reader.open('/')).toBe(200);
      expect(await seen(stage, 'front', reader)).toEqual([]);
      await reader.page.getByRole('link', { name: 'Read the whole brief' }).click();
      expect(await seen(stage, 'brief', reader)).toEqual([]);
      const slider = reader.page.locator('#as_of-slider');
      const ticker = reader.page.locator('#brief .ticker');
      const before = await ticker.innerText();
      await reader.page.evaluate('globalThis.isSamePage = true');
      await slider.focus();
      await reader.page.keyboard.press('Home');
      const chosen = await reader.page.locator('#as_of').inputValue();
      await expect.poll(() => new URL(reader.page.url()).searchParams.get('as_of')).toBe(chosen);
      expect(await reader.page.evaluate('[globalThis.isSamePage, document.activeElement.id]')).toEqual([
        true,
        'as_of-slider',
      ]);
      expect(await reader.page.locator('.known time').getAttribute('datetime')).toBe(chosen);
      // A listing may have had another name then.
      expect(await ticker.innerText()).toBe(before);
      await reader.page.goBack();
      await expect.poll(() => reader.page.locator('.known time').getAttribute('datetime')).not.toBe(chosen);
    });

    it('holds name, price, sides, action, reason and the top of the chart on the first screen of every brief', async () => {
      const answer = (await (await fetch(`${stage.world.base}/v1/tickers`)).json()) as {
        tickers: { ticker: string }[];
      };
      // Related research alone, the longest words above a chart, no chart, marked changes, and the full form.
      const further = [
        'PELD',
        'HOLM?as_of=2026-05-15',
        'VYND?as_of=2026-05-01',
        'OSTR?since=2026-03-31',
        'NWTB?detail=full',
      ];
      const briefs = [...answer.tickers.map(({ ticker }) => ticker), ...further];
      expect(await outsideFirstScreens(reader.page, briefs)).toEqual([]);
    });

    it('shows a full brief with everything open, a company without a price, an entity, and names what is not covered', async () => {
      await reader.open('/brief/NWTB?mode=preview&detail=full');
      for (const summary of await reader.page.locator('article.brief summary').all())
        if (await summary.isVisible()) await summary.click();
      expect(await seen(stage, 'brief-full', reader)).toEqual([]);
      for (const [name, status] of [
        ['ZEPQ', 200],
        ['PELD', 200],
        ['3c1f6a52-7d04-4b8e-9a41-0c2b7d5e1f03', 200],
        ['NOPE', 404],
      ] as const) {
        expect([name, await reader.open(`/brief/${name}?mode=preview`)]).toEqual([name, status]);
        expect(await seen(stage, `brief-${name}`, reader)).toEqual([]);
      }
    });
  });
}

/** Changes, chart and sources of a brief, with and without a script. */
export function briefParts(stage: Stage): void {
  let reader: Visitor;

  describe('a preview brief', () => {
    beforeAll(async () => {
      reader = await stage.world.visitor();
    });

    it('lists what changed since a day, view by view, marks it, and leads to the sources', async () => {
      await reader.open('/brief/NWTB?mode=preview');
      await reader.page.locator('#since_day').fill('2025-02-20');
      await reader.page.getByRole('button', { name: 'List the changes' }).click();
      await expect.poll(() => new URL(reader.page.url()).searchParams.has('since')).toBe(true);
      await reader.page.locator('.view .who .label').first().waitFor({ state: 'attached' });
      for (const summary of await reader.page.locator('.changed details > summary').all()) await summary.click();
      expect(await seen(stage, 'brief-changed', reader)).toEqual([]);
      await reader.page.locator('.changed a.cite').first().click();
      expect(new URL(reader.page.url()).hash).toMatch(/^#cite-\d+$/);
      expect(await reader.page.locator('.citations li:target details').getAttribute('open')).toBe('');
    });

    it('has a cross-hair for the keyboard, a zoom, and a card beside a citation', async () => {
      await reader.open('/brief/KLPF?mode=preview');
      await reader.page.locator('#session').focus();
      await reader.page.keyboard.press('ArrowLeft');
      expect(await reader.page.locator('.readout').innerText()).toMatch(/^\d+ \w+ 2026: KLPF [\d.]+, SPY [\d.]+/);
      const valued = await reader.page.locator('#session').getAttribute('aria-valuetext');
      expect(valued).toBe(await reader.page.locator('.readout').innerText());
      await reader.page.getByRole('link', { name: '3 months' }).click();
      await expect.poll(() => new URL(reader.page.url()).searchParams.get('months')).toBe('3');
      await reader.page.locator('.dated a.cite').first().focus();
      const card = reader.page.locator('.cite-card');
      await card.waitFor();
      expect(await seen(stage, 'brief-card', reader)).toEqual([]);
      await reader.page.locator('.dated a.cite').first().focus();
      await reader.page.keyboard.press('Escape');
      expect(await card.count()).toBe(0);
    });

    it('reads the same where no script runs', async () => {
      const context = await reader.context
        .browser()
        ?.newContext({ javaScriptEnabled: false, baseURL: stage.world.base });
      const page = await context?.newPage();
      await page?.goto('/');
      await page?.selectOption('#as_of', { index: 2 });
      await page?.getByRole('button', { name: 'Show' }).click();
      expect(new URL(page?.url() ?? '').searchParams.get('as_of')).toMatch(/T23:59:59\.999Z$/);
      expect(await page?.locator('.theme').isVisible()).toBe(false);
      await page?.locator('label', { hasText: 'TypeScript' }).click();
      expect(await page?.locator('.panel-ts').innerText()).toContain('ResearchClient');
      await page?.locator('#q').fill('inc');
      await page?.getByRole('button', { name: 'Find' }).click();
      await page?.getByRole('main').getByText('Northwater Turbines').first().waitFor();
      await page?.goto('/brief/KLPF?mode=preview');
      await page?.locator('#day').fill('2026-03-05');
      await page?.getByRole('button', { name: 'Show' }).click();
      expect(new URL(page?.url() ?? '').searchParams.get('as_of')).toBe('2026-03-05T23:59:59.999Z');
      await page?.getByRole('link', { name: '6 months' }).click();
      expect(new URL(page?.url() ?? '').searchParams.get('as_of')).toMatch(/T23:59:59\.999Z$/);
      await page?.locator('.dated a.cite').first().click();
      expect(new URL(page?.url() ?? '').hash).toMatch(/^#cite-\d+$/);
      await context?.close();
    });
  });
}

/** A person's page, which a view of a brief leads to. */
export function personParts(stage: Stage): void {
  let reader: Visitor;

  describe('a person of the preview', () => {
    beforeAll(async () => {
      reader = await stage.world.visitor();
    });

    it('is reached from a view, and shows all that they said, with the price since a view in place', async () => {
      const { page } = reader;
      await reader.open('/brief/NWTB?mode=preview');
      await page.locator('.view > summary').first().click();
      await page
        .getByRole('link', { name: /^Everything that / })
        .first()
        .click();
      expect(new URL(page.url()).pathname).toMatch(/^\/person\/p%3A/);
      await page.evaluate('globalThis.isSamePage = true');
      await page.locator('.view > summary').first().click();
      await page
        .getByRole('link', { name: /^The price since/ })
        .first()
        .click();
      await page.getByText('Since the view was opened').waitFor();
      expect(await seen(stage, 'person', reader)).toEqual([]);
      await page.locator('#as_of-slider').focus();
      await page.keyboard.press('Home');
      await expect.poll(() => new URL(page.url()).searchParams.get('as_of')).toMatch(/T23:59:59\.999Z$/);
      expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
      expect(await seen(stage, 'person-first', reader)).toEqual([]);
    });
  });
}

/** As a member: every role may read. */
export function liveReading(stage: Stage): void {
  let reader: Visitor;
  let workspace: string;

  beforeAll(async () => {
    reader = await stage.world.visitor();
  });

  describe('a live brief', () => {
    it('is not opened without credit, and the page says where to get some', async () => {
      workspace = await makeWorkspace(stage.world, 'Reading room');
      await arrive(
        reader.page,
        await invited(stage.world, { email: 'rhea@people.example', workspace, role: 'member' }),
      );
      await reader.open('/brief');
      expect(await seen(stage, 'live-list', reader)).toEqual([]);
      await reader.page.getByRole('link', { name: 'KLPF', exact: true }).click();
      expect(await readText(reader.page)).toContain('No workspace of yours can pay for it now');
      expect(await seen(stage, 'live-no-credit', reader)).toEqual([]);
    });

    it('costs one request when it is opened, and nothing when it is read again or opened twice at once', async () => {
      await stage.world.admin('grant-credit', '--workspace', workspace, '--requests', '3');
      await reader.page.reload();
      expect(await seen(stage, 'live-offer', reader)).toEqual([]);
      await reader.page.getByRole('button', { name: 'Open for one request' }).dblclick();
      // The second click replaces the navigation of the first, which waitForURL reports as an error.
      await expect.poll(() => reader.page.url()).toMatch(/request=/);
      await reader.page.waitForLoadState();
      expect(await reader.page.locator('#brief').innerText()).toBe('KLPF Kelpford Foods Company');
      expect(await reader.page.locator('.cutoff').innerText()).toContain('Reading room: 2 requests left');
      expect(await seen(stage, 'live-brief', reader)).toEqual([]);
      await reader.page.reload();
      expect(await reader.page.locator('.cutoff').innerText()).toContain('Reading room: 2 requests left');
    });

    it('asks for nothing while its cutoff moves, and charges once for the confirmed one, in place', async () => {
      await reader.page.evaluate('globalThis.isSamePage = true');
      const asked: string[] = [];
      reader.page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
      await reader.page.locator('#as_of-slider').focus();
      for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await reader.page.keyboard.press(key);
      const chosen = await reader.page.locator('#as_of').inputValue();
      expect(asked).toEqual([]);
      const opened = reader.page.url();
      await reader.page.locator('.cutoff').getByRole('button').dblclick();
      await expect.poll(() => reader.page.locator('.cutoff').innerText()).toContain('Reading room: 1 request left');
      expect(await reader.page.locator('.known time').getAttribute('datetime')).toBe(chosen);
      expect(await reader.page.evaluate('globalThis.isSamePage')).toBe(true);
      expect(asked.filter((one) => one.startsWith('POST'))).toEqual(['POST /brief/KLPF']);
      expect(reader.page.url()).not.toBe(opened);
      await reader.page.reload();
      expect(await reader.page.locator('.cutoff').innerText()).toContain('Reading room: 1 request left');
    });
  });
}
