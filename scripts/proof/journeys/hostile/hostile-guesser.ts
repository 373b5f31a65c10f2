// Guesser from another workspace: tries codes and the password of an admin, who signs in and approves a device
// meanwhile.
import { describe, expect, it } from 'vitest';
import { readText } from '../../../stage/browser/whole-page.ts';
import { arrive, invited, makeWorkspace, signIn } from '../people.ts';
import { type Stage, email, heading, seen } from '../stage.ts';
import { askForKey, poll } from '../terminal.ts';
import type { Visitor } from '../visitor.ts';

export function hostileGuesser(stage: Stage): void {
  describe('somebody who guesses', () => {
    let mallory: Visitor;

    it('is refused after five wrong user codes and five wrong passwords', async () => {
      const workspace = await makeWorkspace(stage.world, 'Shallow Water');
      const link = await invited(stage.world, { email: 'mallory@shallow.example', workspace, role: 'admin' });
      mallory = await stage.world.visitor();
      await arrive(mallory.page, link);
      const statuses: number[] = [];
      for (const last of 'BCDFGH') statuses.push(await mallory.open(`/cli-auth?code=RI-BCDF-GHJK-LMN${last}`));
      expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
      expect(await seen(stage, 'guesser-refused', mallory)).toEqual([]);
      const guesser = await stage.world.visitor();
      await guesser.open('/sign-in');
      for (let one = 0; one < 6; one += 1) await signIn(guesser.page, { email, secret: 'not the password' });
      expect(await guesser.page.getByRole('alert').innerText()).toContain('That was too many tries.');
    });

    it('keeps the admin neither from signing in in her browser nor from approving a device', async () => {
      await stage.ada.page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await stage.ada.open('/sign-in');
      await signIn(stage.ada.page, { email });
      expect(new URL(stage.ada.page.url()).pathname).toBe('/account');
      const asked = await askForKey(stage.world.base, 'Ada’s second laptop');
      await stage.ada.page.goto(asked.browserUrl);
      await stage.ada.page.getByLabel('The code above is the same in my terminal.').check();
      await stage.ada.page.getByRole('button', { name: 'Approve' }).click();
      expect(await heading(stage)).toBe('Approved');
      expect((await poll(stage.world.base, asked)).body['status']).toBe('authorized');
    });

    it('sees nothing of it in the trail of another workspace, where the admin finds what was done', async () => {
      await stage.ada.open('/account/trail');
      const trail = stage.ada.page.locator('#trail');
      const [newest = '', before = ''] = await trail.getByRole('listitem').allInnerTexts();
      expect(newest).toContain(`${email} made the key Ada’s second laptop`);
      expect(before).toContain(`${email} approved the device login`);
      expect(await seen(stage, 'account-trail')).toEqual([]);
      await mallory.open('/account/trail');
      expect(await readText(mallory.page)).not.toContain(email);
    });
  });
}
