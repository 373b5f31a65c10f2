// The pages that no story leads through.
import { describe, expect, it } from 'vitest';
import { password } from './people.ts';
import { type Stage, seen } from './stage.ts';

export function rest(stage: Stage): void {
  describe('what is left', () => {
    it('removing a person, changing a password and being lost have pages too', async () => {
      await stage.ada.open('/account');
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
