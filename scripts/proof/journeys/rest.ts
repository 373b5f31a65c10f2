// The pages that no story leads through.
import { describe, expect, it } from 'vitest';
import { keyOperations } from '../../../server/access/key-operations.ts';
import { readText } from '../../stage/browser/whole-page.ts';
import { password } from './people.ts';
import { type Stage, seen } from './stage.ts';

/** Operations that the form leaves unchecked. */
const others = keyOperations.map(([, words]) => words).filter((words) => words !== 'Briefs');

export function rest(stage: Stage): void {
  describe('a key', () => {
    it('is held to briefs for a month by an admin, and says so itself', async () => {
      const { page } = stage.ada;
      await stage.ada.open('/account/keys');
      await page.getByText('Limit it', { exact: true }).click();
      expect(await seen(stage, 'account-key-limits')).toEqual([]);
      await page.getByRole('link', { name: 'Limit quay report' }).click();
      await page.getByLabel('Works').selectOption('For 30 days, from now');
      await page.getByLabel('Requests a minute').fill('many');
      await page.getByRole('button', { name: 'Set the limits' }).click();
      expect(await page.getByRole('alert').innerText()).toContain('whole number from 1 to 1,000,000,000');
      await page.getByRole('link', { name: 'Limit quay report' }).click();
      await page.getByLabel('Works').selectOption('For 30 days, from now');
      await page.getByLabel('Only these, and its own status:').check();
      for (const name of others) await page.getByLabel(name, { exact: true }).uncheck();
      expect(await seen(stage, 'key-limits')).toEqual([]);
      await page.getByRole('button', { name: 'Set the limits' }).click();
      expect(await page.locator('#notice').innerText()).toContain('The limits of the key are set.');
      expect(await readText(page)).toMatch(/Until [^.]+ UTC\. Only Briefs\./);
      expect(await seen(stage, 'account-key-limited')).toEqual([]);
    });
  });

  describe('what is left', () => {
    it('removing a person, changing a password and being lost have pages too', async () => {
      await stage.ada.open('/account/members');
      await stage.ada.page.getByRole('link', { name: 'Remove ben@people.example' }).click();
      expect(await seen(stage, 'member-remove')).toEqual([]);
      await stage.ada.page.getByRole('button', { name: 'Remove from the workspace' }).click();
      await stage.ada.open('/account/password');
      await stage.ada.page.getByLabel('Current password').fill(password);
      await stage.ada.page.getByLabel('New password').fill('short');
      expect(await seen(stage, 'password')).toEqual([]);
      expect(await stage.ada.open('/account/keys/key_0/revoke?workspace=ws_0')).toBe(404);
      expect(await seen(stage, 'not-found')).toEqual([]);
      await stage.ada.open('/connect');
      expect(await seen(stage, 'connect')).toEqual([]);
    });
  });
}
