// A member sees everything of a workspace, changes nothing of it, and can sign out.
import { describe, expect, it } from 'vitest';
import { readSource, readText } from '../../stage/browser/whole-page.ts';
import { choosePassword } from './people.ts';
import { type Stage, email, heading, seen } from './stage.ts';
import { askForKey, poll } from './terminal.ts';
import type { Visitor } from './visitor.ts';

const headers = { 'sec-fetch-site': 'same-origin' };

export function member(stage: Stage): void {
  describe('a member', () => {
    let ben: Visitor;
    const post = async (path: string, form: Record<string, string>): Promise<number> =>
      (await ben.context.request.post(path, { form, headers })).status();

    const activeKeys = async (column: 'key_id' | 'name'): Promise<string[]> => {
      const active = stage.world.store.db('api_key').whereNull('revoked_at');
      return (await active.where({ workspace_id: stage.workspace }).pluck(column)) as string[];
    };

    it('is invited by an admin, by a mail that the admin does not see, and joins', async () => {
      await stage.ada.open('/account/members');
      await stage.ada.page.getByLabel('E-mail address').fill('ben@people.example');
      await stage.ada.page.getByRole('button', { name: 'Make the invitation' }).click();
      expect(await seen(stage, 'member-invited')).toEqual([]);
      expect(await stage.ada.page.locator('#notice').innerText()).toContain('The invitation is made');
      const { link } = await stage.world.mailbox.next('ben@people.example');
      expect(await readSource(stage.ada.page)).not.toContain(link);
      ben = await stage.world.visitor();
      await choosePassword(ben.page, link ?? '');
      expect(await seen(stage, 'account-invited', ben)).toEqual([]);
      await ben.page.getByRole('button', { name: /^Join / }).click();
      expect(await heading(stage, ben)).toBe('Account');
    });

    it('sees the keys, neither makes nor reveals nor revokes one, and is told who the admins are', async () => {
      await ben.open('/account/keys');
      const text = await readText(ben.page);
      expect(text).toContain('nightly report');
      expect(text).toContain(`Only admins make and revoke keys. The admin is ${email}.`);
      expect(await ben.page.getByRole('button', { name: 'Make the key' }).count()).toBe(0);
      expect(await seen(stage, 'account-member', ben)).toEqual([]);
      const [keyId = ''] = await activeKeys('key_id');
      expect(await post('/account/keys', { workspace: stage.workspace, name: 'mine', form: 'a'.repeat(24) })).toBe(403);
      expect(await post(`/account/keys/${keyId}/revoke`, { workspace: stage.workspace })).toBe(403);
      expect(await post('/subscribe', { workspace: stage.workspace, item: 'monthly' })).toBe(403);
      expect(
        await post('/account/members', { workspace: stage.workspace, email: 'eve@people.example', role: 'admin' }),
      ).toBe(403);
      expect(await ben.open(`/account/keys/${keyId}/revoke?workspace=${stage.workspace}`)).toBe(403);
      expect(await readText(ben.page)).toContain(email);
      expect(await seen(stage, 'only-admins', ben)).toEqual([]);
      expect(await activeKeys('name')).toEqual(['nightly report']);
    });

    it('cannot approve a device, and is told whom to ask', async () => {
      const asked = await askForKey(stage.world.base, 'ben’s agent');
      await ben.page.goto(asked.browserUrl);
      expect(await heading(stage, ben)).toBe('An admin has to approve this device');
      expect(await readText(ben.page)).toContain(`The admin is ${email}.`);
      expect(await ben.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
      expect(await seen(stage, 'device-member', ben)).toEqual([]);
      await post('/cli-auth', { code: asked.userCode, decision: 'approve', same: 'yes', workspace: stage.workspace });
      expect((await poll(stage.world.base, asked)).body['status']).toBe('pending');
      await ben.open('/subscribe');
      expect(await readText(ben.page)).toContain('Only admins');
      expect(await seen(stage, 'subscribe-member', ben)).toEqual([]);
    });

    it('who signs out has no session left, not even with the cookie that was kept', async () => {
      const kept = await ben.context.cookies();
      await ben.page.getByRole('button', { name: 'Sign out', exact: true }).click();
      expect(new URL(ben.page.url()).pathname).toBe('/');
      await ben.context.addCookies(kept);
      await ben.open('/account');
      expect(new URL(ben.page.url()).pathname).toBe('/sign-in');
    });
  });
}
