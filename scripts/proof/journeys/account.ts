// Account page of an admin: receipts, use, a new key, a revocation.
import { describe, expect, it } from 'vitest';
import { readSource, readText } from '../../stage/browser/whole-page.ts';
import { type Stage, heading, seen } from './stage.ts';
import { briefOf, statusOf } from './terminal.ts';

export function account(stage: Stage): void {
  describe('the account', () => {
    it('lists the key by name and hint, its receipt and its use, and never the key itself', async () => {
      await stage.ada.open('/account/keys');
      expect(await seen(stage, 'account-keys')).toEqual([]);
      const text = await readText(stage.ada.page);
      expect(text).toContain('Ada’s laptop');
      expect(await readSource(stage.ada.page)).not.toContain(stage.key);
      await stage.ada.page.getByRole('link', { name: 'Receipts', exact: true }).click();
      await stage.ada.page.getByLabel('Request id, or how it begins').fill('no such id');
      await stage.ada.page.getByRole('button', { name: 'Filter' }).click();
      await stage.ada.page.getByText('No request id of this workspace').waitFor();
      await stage.ada.page.getByRole('link', { name: 'Show all' }).click();
      await expect.poll(() => stage.ada.page.locator('#receipts tbody tr').count()).toBe(1);
      expect(await seen(stage, 'account-receipts')).toEqual([]);
      await stage.ada.page.getByRole('link', { name: 'Usage', exact: true }).click();
      await stage.ada.page.getByText('The figures as a table').click();
      expect(await seen(stage, 'account-used')).toEqual([]);
    });

    it('shows a key that an admin makes once, and to nobody again', async () => {
      await stage.ada.open('/account/keys');
      await stage.ada.page.getByLabel('Name', { exact: true }).fill('nightly report');
      await stage.ada.page.getByRole('button', { name: 'Make the key' }).click();
      const made = await stage.ada.page.locator('#new-key').innerText();
      expect((await statusOf(stage.world.base, made)).status).toBe(200);
      expect(await seen(stage, 'key-made')).toEqual([]);
      await stage.ada.page.getByRole('link', { name: 'I have saved it' }).click();
      await stage.ada.page.getByRole('link', { name: 'Revoke nightly report' }).waitFor();
      expect(await readSource(stage.ada.page)).not.toContain(made);
    });

    it('revokes a key after asking: its next request is refused', async () => {
      await stage.ada.page.getByRole('link', { name: 'Revoke Ada’s laptop' }).click();
      expect(await heading(stage)).toBe('Revoke this key?');
      expect(await seen(stage, 'key-revoke')).toEqual([]);
      expect((await briefOf(stage.world.base, stage.key)).status).toBe(200);
      await stage.ada.page.getByRole('button', { name: 'Revoke the key' }).click();
      expect(await stage.ada.page.locator('#notice').innerText()).toContain('The key is revoked');
      expect([
        (await briefOf(stage.world.base, stage.key)).status,
        (await statusOf(stage.world.base, stage.key)).status,
      ]).toEqual([401, 401]);
      expect(await seen(stage, 'key-revoked')).toEqual([]);
    });
  });
}
