// A stranger with a terminal: an account, a workspace, a device, a payment and the first brief in one sitting, by real mail.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readText } from '../../stage/browser/whole-page.ts';
import { choosePassword, signIn } from './people.ts';
import { type Stage, heading, seen } from './stage.ts';
import { type Login, askForKey, briefOf, poll, statusOf } from './terminal.ts';
import type { Visitor } from './visitor.ts';

const email = 'nia@stranger.example';

export function signUp(stage: Stage): void {
  describe('a stranger', () => {
    let nia: Visitor;
    let login: Login;
    let key: string;

    beforeAll(async () => {
      nia = await stage.world.visitor();
    });
    afterAll(() => nia.close());

    const press = (name: string): Promise<void> => nia.page.getByRole('main').getByRole('button', { name }).click();

    it('is led from a device login to the form of sign-up, and has a link mailed', async () => {
      login = await askForKey(stage.world.base, 'Nia’s laptop', { entrypoint: 'agent-quickstart' });
      await nia.page.goto(login.browserUrl);
      await nia.page.getByRole('link', { name: 'Make an account' }).click();
      expect(await seen(stage, 'sign-up', nia)).toEqual([]);
      await nia.page.getByLabel('E-mail address').fill('nia@stranger');
      await press('Send the link');
      expect(await nia.page.getByRole('alert').innerText()).toContain('the address must look like');
      expect(await seen(stage, 'sign-up-refused', nia)).toEqual([]);
      await nia.page.getByLabel('E-mail address').fill(email);
      await press('Send the link');
      expect([await heading(stage, nia), new URL(nia.page.url()).search]).toEqual(['Look into your mailbox', '']);
      expect(await seen(stage, 'sign-up-sent', nia)).toEqual([]);
    });

    it('proves the address by the link, which holds nothing of the device, and opens a workspace for practice', async () => {
      const mail = await stage.world.mailbox.next(email);
      expect(mail.source).not.toContain(login.userCode);
      expect([...mail.text.matchAll(/https?:\/\/\S+/g)].map(([address]) => address)).toEqual([mail.link]);
      await choosePassword(nia.page, mail.link ?? '');
      expect(await heading(stage, nia)).toBe('Name your workspace');
      expect(await seen(stage, 'workspace-new', nia)).toEqual([]);
      await nia.page.getByLabel('Name', { exact: true }).fill('Stranger & Daughters');
      await press('Open the workspace');
      const opened = await stage.world.store.db('workspace').where('name', 'Stranger & Daughters');
      expect(opened).toMatchObject([{ practice: true }]);
    });

    it('is back at the device, and approves it after comparing the codes', async () => {
      expect(nia.page.url()).toBe(login.browserUrl);
      expect(await nia.page.locator('.usercode').innerText()).toBe(login.userCode);
      expect(await readText(nia.page)).toContain('Stranger & Daughters');
      await nia.page.getByLabel('The code above is the same in my terminal.').check();
      await press('Approve');
      expect(await heading(stage, nia)).toBe('Approved');
      const { body } = await poll(stage.world.base, login);
      expect([body['status'], typeof body['apiKey']]).toEqual(['authorized', 'string']);
      key = String(body['apiKey']);
    });

    it('pays where the status says, and reads the first brief', async () => {
      const { checkoutUrl } = (await statusOf(stage.world.base, key)).body;
      await nia.page.goto(String(checkoutUrl));
      await press('Practise buying Monthly');
      await press('Complete the practice payment');
      expect(await heading(stage, nia)).toBe('The payment is recorded');
      const brief = await briefOf(stage.world.base, key);
      expect([brief.status, brief.headers.get('usage-charge')]).toEqual([200, '1']);
    });
  });
}

export function forgottenPassword(stage: Stage): void {
  describe('a person', () => {
    it('who forgot the password has a link mailed, and every other session ends when it is used', async () => {
      const [other, old] = [await stage.world.visitor(), await stage.world.visitor()];
      await old.open('/sign-in');
      await signIn(old.page, { email });
      await other.open('/sign-in');
      await other.page.getByRole('link', { name: /Forgotten password/ }).click();
      expect(await seen(stage, 'forgotten', other)).toEqual([]);
      await other.page.getByLabel('E-mail address').fill(email);
      await other.page.getByRole('button', { name: 'Send the link' }).click();
      const mail = await stage.world.mailbox.next(email);
      expect(mail.subject).toContain('Choose a new password');
      const secret = 'five otters under the pier';
      await choosePassword(other.page, mail.link ?? '', secret);
      expect([await heading(stage, other), await readText(other.page)]).toEqual([
        'Account',
        expect.stringContaining('Stranger & Daughters') as string,
      ]);
      await old.open('/account');
      expect(new URL(old.page.url()).pathname).toBe('/sign-in');
      await signIn(old.page, { email, secret });
      expect(await heading(stage, old)).toBe('Account');
      await old.close();
      await other.close();
    });
  });
}
