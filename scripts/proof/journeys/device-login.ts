// A terminal asks for a key: approved after comparing the codes, cancelled, too late, and mistyped.
import { describe, expect, it } from 'vitest';
import { type Stage, heading, pollInTime, pollNow, seen } from './stage.ts';
import { askForKey, poll, statusOf } from './terminal.ts';

export function deviceLogin(stage: Stage): void {
  describe('a device login from a terminal', () => {
    it('is approved by an admin who has compared the codes, and never before', async () => {
      stage.login = await askForKey(stage.world.base, 'Ada’s laptop', { entrypoint: 'agent-quickstart' });
      expect((await pollNow(stage)).body['status']).toBe('pending');
      expect(stage.login.browserUrl).toBe(`${stage.world.base}/cli-auth?code=${stage.login.userCode}`);
      await stage.ada.page.goto(stage.login.browserUrl);
      expect(await stage.ada.page.locator('.usercode').innerText()).toBe(stage.login.userCode);
      const [first] = await stage.ada.page.locator('main button').allInnerTexts();
      expect(first).toBe('Cancel');
      expect(await seen(stage, 'device-asks')).toEqual([]);
      await stage.ada.page.locator('form input[name=same]').evaluate((box) => box.removeAttribute('required'));
      await stage.ada.page.getByRole('button', { name: 'Approve' }).click();
      expect(await stage.ada.page.getByRole('alert').innerText()).toContain('Nothing was approved');
      expect(await seen(stage, 'device-not-compared')).toEqual([]);
      const stands = await stage.world.store.db('device_grant').where('acquisition_id', stage.login.acquisitionId);
      expect(stands).toMatchObject([{ status: 'pending', workspace_id: null }]);
      await stage.ada.page.getByLabel('The code above is the same in my terminal.').check();
      await stage.ada.page.getByRole('button', { name: 'Approve' }).click();
      expect(await heading(stage)).toBe('Approved');
      expect(await seen(stage, 'device-approved')).toEqual([]);
    });

    it('delivers a key that works', async () => {
      const { status, body } = await pollInTime(stage);
      expect([status, body['status'], typeof body['apiKey']]).toEqual([200, 'authorized', 'string']);
      stage.key = String(body['apiKey']);
      expect((await statusOf(stage.world.base, stage.key)).status).toBe(200);
      await stage.ada.page.reload();
      expect(await heading(stage)).toBe('This code was used');
      expect(await seen(stage, 'device-delivered')).toEqual([]);
    });

    it('ends where it is cancelled, where nobody came in time, and at a wrong code; and no key comes twice', async () => {
      const denied = await askForKey(stage.world.base, 'a stranger');
      await stage.ada.page.goto(denied.browserUrl);
      await stage.ada.page.getByRole('button', { name: 'Cancel' }).click();
      expect([await heading(stage), (await poll(stage.world.base, denied)).body['status']]).toEqual([
        'Cancelled',
        'denied',
      ]);
      expect(await seen(stage, 'device-denied')).toEqual([]);
      const late = await askForKey(stage.world.base, 'a slow one');
      await stage.world.store.db.raw(
        `update device_grant set expires_at = now() - interval '1 second' where acquisition_id = ?`,
        [late.acquisitionId],
      );
      expect([await stage.ada.open(`/cli-auth?code=${late.userCode}`), await heading(stage)]).toEqual([
        410,
        'This code has expired',
      ]);
      expect((await poll(stage.world.base, late)).status).toBe(410);
      expect(await seen(stage, 'device-expired')).toEqual([]);
      await stage.ada.open('/cli-auth');
      expect(await seen(stage, 'device-code')).toEqual([]);
      await stage.ada.page.getByLabel('Code').fill('ri bcdf-ghjk lmnp');
      await stage.ada.page.getByRole('button', { name: 'Go on' }).click();
      expect(await heading(stage)).toBe('This code is wrong');
      expect(await seen(stage, 'device-wrong-code')).toEqual([]);
      const again = await pollInTime(stage);
      expect([again.body['status'], again.body['apiKey'] ?? null]).toEqual(['authorized', null]);
      expect([await stage.ada.open('/cli-auth?code=hello'), await heading(stage)]).toEqual([404, 'This is not a code']);
    });
  });
}
