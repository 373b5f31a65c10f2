// A stranger asks for a key: sends an admin a device that is not hers, and guesses the codes of the one that is.
import { describe, expect, it } from 'vitest';
import { readText } from '../../../stage/browser/whole-page.ts';
import { type Stage, seen } from '../stage.ts';
import { askForKey, poll } from '../terminal.ts';

/** Sends the admin a foreign device, and guesses the codes of hers. */
export function hostileDevice(stage: Stage): void {
  describe('a stranger with a device', () => {
    it('is shown as a stranger to the admin, who cancels it; the stranger gets no key', async () => {
      const lure = await askForKey(stage.world.base, 'Your invoice: approve to continue');
      await stage.ada.page.goto(lure.browserUrl);
      const text = await readText(stage.ada.page);
      expect(text).toContain('Your invoice: approve to continue');
      expect(await stage.ada.page.getByLabel('The code above is the same in my terminal.').isChecked()).toBe(false);
      expect(await seen(stage, 'device-lure')).toEqual([]);
      await stage.ada.page.getByRole('button', { name: 'Cancel' }).click();
      const denied = await poll(stage.world.base, lure);
      expect([denied.body['status'], denied.body['apiKey']]).toEqual(['denied', undefined]);
    });

    it('gets no key by device codes that are not theirs, and learns nothing of which there are', async () => {
      const hers = await askForKey(stage.world.base, 'Ada’s third laptop');
      const told = [];
      const nearly = `${hers.deviceCode.slice(0, -1)}${hers.deviceCode.endsWith('A') ? 'B' : 'A'}`;
      for (const deviceCode of ['ri_dc_guess', nearly, hers.userCode]) {
        const { status, body } = await poll(stage.world.base, { ...hers, deviceCode });
        told.push([status, body]);
      }
      expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
      expect(told[0]?.[0]).toBe(401);
      const stranger = await stage.world.visitor();
      await stranger.page.goto(hers.browserUrl);
      expect(new URL(stranger.page.url()).pathname).toBe('/sign-in');
      const headers = { 'sec-fetch-site': 'same-origin' };
      const form = { code: hers.userCode, decision: 'approve', same: 'yes', workspace: stage.workspace };
      await stranger.context.request.post('/cli-auth', { form, headers });
      await stranger.close();
      expect((await poll(stage.world.base, hers)).body['status']).toBe('pending');
      await stage.ada.page.goto(hers.browserUrl);
      await stage.ada.page.getByLabel('The code above is the same in my terminal.').check();
      await stage.ada.page.getByRole('button', { name: 'Approve' }).click();
      await new Promise((resolve) => setTimeout(resolve, hers.interval * 1_000 + 100));
      const { body } = await poll(stage.world.base, hers);
      expect([body['status'], typeof body['apiKey']]).toEqual(['authorized', 'string']);
    });
  });
}
