// Reading in a browser: the preview that is open to all, and live briefs that are opened, paid for and read again.
import { beforeAll, describe, expect, it } from 'vitest';
import { arrive, invited, makeWorkspace } from './people.ts';
import { type Stage, seen } from './stage.ts';
import type { Visitor } from './visitor.ts';

export function openReading(stage: Stage): void {
  let reader: Visitor;

  beforeAll(async () => {
    reader = await stage.world.visitor();
  });

  describe('the front page', () => {
    it('reads a preview brief without a sign-in, at any day of the slider', async () => {
      expect(await reader.open('/')).toBe(200);
      expect(await seen(stage, 'front', reader)).toEqual([]);
      const slider = reader.page.getByRole('slider');
      const ticker = reader.page.locator('#brief .ticker');
      const before = await ticker.innerText();
      await slider.focus();
      await reader.page.keyboard.press('Home');
      const chosen = await reader.page.locator('#as_of').inputValue();
      await reader.page.getByRole('button', { name: 'Show' }).click();
      expect(new URL(reader.page.url()).searchParams.get('as_of')).toBe(chosen);
      // A listing may have had another name then.
      expect(await ticker.innerText()).toBe(before);
    });

    it('shows a full brief with its cases open, a company without a price, and says what is not covered', async () => {
      await reader.open('/?ticker=NWTB&detail=full');
      for (const summary of await reader.page.locator('details.thesis > summary').all()) await summary.click();
      expect(await seen(stage, 'front-full', reader)).toEqual([]);
      for (const [ticker, status] of [
        ['ZEPQ', 200],
        ['PELD', 200],
        ['NOPE', 404],
      ] as const) {
        expect([ticker, await reader.open(`/?ticker=${ticker}`)]).toEqual([ticker, status]);
        expect(await seen(stage, `front-${ticker}`, reader)).toEqual([]);
      }
    });

    it('lists what changed since a day, view by view, and leads to the sources', async () => {
      await reader.open('/?ticker=NWTB');
      await reader.page.locator('#since').selectOption({ index: 3 });
      await reader.page.getByRole('button', { name: 'List the changes' }).click();
      expect(new URL(reader.page.url()).hash).toBe('#changed');
      for (const summary of await reader.page.locator('.changed details > summary').all()) await summary.click();
      expect(await seen(stage, 'front-changed', reader)).toEqual([]);
      await reader.page.locator('.changed a.cite').first().click();
      expect(new URL(reader.page.url()).hash).toMatch(/^#cite-\d+$/);
    });

    it('reads the same where no script runs', async () => {
      const context = await reader.context
        .browser()
        ?.newContext({ javaScriptEnabled: false, baseURL: stage.world.base });
      const page = await context?.newPage();
      await page?.goto('/?ticker=KLPF');
      await page?.selectOption('#as_of', { index: 2 });
      await page?.getByRole('button', { name: 'Show' }).click();
      expect(new URL(page?.url() ?? '').searchParams.get('as_of')).toMatch(/T23:59:59\.999Z$/);
      await context?.close();
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
      expect(await reader.page.getByRole('main').innerText()).toContain('No workspace of yours can pay for it now');
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
  });
}
