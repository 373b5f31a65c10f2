// A person arrives with the operator's link, sets a password, and is led back to where they wanted to go.
import { describe, expect, it } from 'vitest';
import { arrive, invited, makeWorkspace, signIn } from './people.ts';
import { type Stage, email, heading, seen } from './stage.ts';

export function arrivals(stage: Stage): void {
  describe('a person who was invited by the operator', () => {
    it('sets a password with the link, which works once, and is signed in', async () => {
      stage.workspace = await makeWorkspace(stage.world, 'Quay research desk');
      const link = await invited(stage.world, { email, workspace: stage.workspace, role: 'admin' });
      await stage.ada.page.goto(link);
      expect(new URL(stage.ada.page.url()).search).toBe('');
      expect(await seen(stage, 'welcome')).toEqual([]);
      await stage.ada.page.getByLabel('New password').fill('password1234');
      await stage.ada.page.getByLabel('The same password again').fill('password1234');
      await stage.ada.page.getByRole('button', { name: 'Set the password and sign in' }).click();
      expect(await stage.ada.page.getByRole('alert').innerText()).toContain('tried first');
      expect(await seen(stage, 'welcome-refused')).toEqual([]);
      await arrive(stage.ada.page, link);
      expect([await heading(stage), new URL(stage.ada.page.url()).pathname]).toEqual(['Account', '/account']);
      expect(await seen(stage, 'account-new')).toEqual([]);
      const other = await stage.world.visitor();
      expect(await other.open(link)).toBe(410);
      expect(await seen(stage, 'welcome-used', other)).toEqual([]);
      await other.close();
    });

    it('is led back to the page that asked for a sign-in, and told when the password is wrong', async () => {
      const other = await stage.world.visitor();
      await other.open('/account?workspace=nothing');
      expect(await seen(stage, 'sign-in', other)).toEqual([]);
      await signIn(other.page, { email, secret: 'not the password' });
      expect(await other.page.getByRole('alert').innerText()).toContain('do not belong together');
      expect(await other.page.getByLabel('E-mail address').inputValue()).toBe(email);
      expect(await seen(stage, 'sign-in-wrong', other)).toEqual([]);
      await signIn(other.page, { email });
      expect(other.page.url()).toBe(`${stage.world.base}/account?workspace=nothing`);
      await other.close();
    });
  });
}
