// Being signed in in two browsers, and ending one of the two sessions from the other.
import { describe, expect, it } from 'vitest';
import { password, signIn } from './people.ts';
import { type Stage, email, heading, seen } from './stage.ts';

export function sessions(stage: Stage): void {
  describe('a session in another browser', () => {
    it('is ended with the password, and not without it', async () => {
      const elsewhere = await stage.world.visitor();
      await elsewhere.open('/sign-in');
      await signIn(elsewhere.page, { email });
      await stage.ada.open('/account/sessions');
      expect(await seen(stage, 'sessions')).toEqual([]);
      await stage.ada.page.getByRole('link', { name: 'End Chrome on Linux' }).first().click();
      expect(await heading(stage)).toBe('End this session?');
      expect(await seen(stage, 'session-end')).toEqual([]);
      const end = async (secret: string): Promise<void> => {
        await stage.ada.page.getByLabel('Current password').fill(secret);
        await stage.ada.page.getByRole('button', { name: 'End the session' }).click();
      };
      await end('not this one');
      expect(await stage.ada.page.getByRole('alert').innerText()).toBe('The current password is not right.');
      expect(await seen(stage, 'session-kept')).toEqual([]);
      expect(await elsewhere.open('/account')).toBe(200);
      expect(new URL(elsewhere.page.url()).pathname).toBe('/account');
      await end(password);
      expect(await stage.ada.page.locator('#notice').innerText()).toContain('The session has ended.');
      await elsewhere.open('/account');
      expect(new URL(elsewhere.page.url()).pathname).toBe('/sign-in');
    });
  });
}
