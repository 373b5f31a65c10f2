// A key without credit leads a person to the checkout of its login; once that is recorded, the key reads and is charged.
import { describe, expect, it } from 'vitest';
import { type Stage, heading, seen } from './stage.ts';
import { briefOf, statusOf } from './terminal.ts';

export function credit(stage: Stage): void {
  describe('a key without credit', () => {
    it('is refused a brief, and its status names the checkout of the login that it came from', async () => {
      const refused = await briefOf(stage.world.base, stage.key);
      expect([refused.status, refused.body['code'], refused.body['charged']]).toEqual([402, 'no-credit', false]);
      const { body } = await statusOf(stage.world.base, stage.key);
      expect([body['status'], body['checkoutUrl']]).toEqual([
        'no_credit',
        `${stage.world.base}/subscribe?access=required&source=cli-auth&acquisition=${stage.login.acquisitionId}`,
      ]);
    });

    it('reads after a person has completed the practice checkout at that address, and is charged', async () => {
      const { checkoutUrl } = (await statusOf(stage.world.base, stage.key)).body;
      await stage.ada.page.goto(String(checkoutUrl));
      expect(await seen(stage, 'subscribe-required')).toEqual([]);
      await stage.ada.page.getByRole('button', { name: 'Practise buying Monthly' }).click();
      expect(await heading(stage)).toBe('Practice checkout');
      expect((await statusOf(stage.world.base, stage.key)).body['status']).toBe('no_credit');
      expect(await seen(stage, 'practice-checkout')).toEqual([]);
      await stage.ada.page.getByRole('button', { name: 'Complete the practice payment' }).click();
      expect(await heading(stage)).toBe('The payment is recorded');
      expect(await seen(stage, 'practice-recorded')).toEqual([]);
      const ready = await statusOf(stage.world.base, stage.key);
      expect([ready.body['status'], ready.body['subscriptionRequestsRemaining'], ready.body['checkoutUrl']]).toEqual([
        'ready',
        500,
        null,
      ]);
      const brief = await briefOf(stage.world.base, stage.key);
      expect([brief.status, brief.headers.get('usage-charge')]).toEqual([200, '1']);
      expect((await statusOf(stage.world.base, stage.key)).body['subscriptionRequestsRemaining']).toBe(499);
      await stage.ada.page.goto(String(checkoutUrl));
      expect(await stage.ada.page.locator('.note.good').innerText()).toContain('has credit');
      expect(await seen(stage, 'subscribe-ready')).toEqual([]);
    });
  });
}
