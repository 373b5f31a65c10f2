// The front page to play with, and addresses without a page, in a browser.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Stage, seen } from './stage.ts';
import type { Visitor } from './visitor.ts';

export function frontPage(stage: Stage): void {
  let reader: Visitor;

  beforeAll(async () => {
    reader = await stage.world.visitor();
  });

  describe('the front page', () => {
    it('is played with in place, and its search finds a company by a part of its name', async () => {
      await reader.open('/');
      await reader.page.evaluate('globalThis.isSamePage = true');
      await reader.page.locator('#as_of-slider').focus();
      await reader.page.keyboard.press('Home');
      const chosen = await reader.page.locator('#as_of').inputValue();
      await expect.poll(() => reader.page.locator('.known time').getAttribute('datetime')).toBe(chosen);
      expect(new URL(reader.page.url()).searchParams.get('as_of')).toBe(chosen);
      expect(await reader.page.evaluate('globalThis.isSamePage')).toBe(true);
      await reader.page.locator('label', { hasText: 'Python' }).click();
      expect(await reader.page.locator('.panel-python').innerText()).toContain('research_intelligence');
      await reader.page.getByRole('button', { name: 'Copy: Python' }).waitFor();
      const theme = (): Promise<unknown> => reader.page.evaluate('document.documentElement.dataset.theme');
      await reader.page.locator('label', { hasText: 'Dark' }).click();
      await reader.page.reload();
      expect(await theme()).toBe('dark');
      await reader.page.locator('label', { hasText: 'System' }).click();
      expect(await theme()).toBeUndefined();
      const field = reader.page.getByRole('searchbox', { name: 'Ticker or name of a company' });
      await field.fill('kelpf');
      const found = reader.page.locator('.search-found a');
      await expect.poll(() => found.first().innerText()).toContain('KLPF');
      await field.press('ArrowDown');
      await reader.page.keyboard.press('Enter');
      await reader.page.waitForURL(/\/brief\/KLPF|sign-in/);
    });
  });

  describe('an address', () => {
    it('without anything gives a page, and a slash at its end changes nothing', async () => {
      for (const path of ['/account/nope', '/docs/nope', '/brief/nope?mode=preview', '/nope']) {
        expect([path, await reader.open(path)]).toEqual([path, 404]);
        expect([path, await reader.page.getByRole('heading', { level: 1 }).count()]).toEqual([path, 1]);
      }
      expect(await seen(stage, 'missing', reader)).toEqual([]);
      expect(await reader.open('/docs/start/?a=1')).toBe(200);
      expect(new URL(reader.page.url()).pathname).toBe('/docs/start');
    });
  });
}
