// An admin of another workspace reaches for addresses that are not theirs: before their owner comes, and after.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSource, readText } from '../../../stage/browser/whole-page.ts';
import { arrive, choosePassword, invited, makeWorkspace, password, signIn } from '../people.ts';
import { type Stage, email, heading, seen } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const owner = 'olga@harbour.example';

async function mallory(stage: Stage, name: string): Promise<Visitor> {
  const workspace = await makeWorkspace(stage.world, name);
  const one = await stage.world.visitor();
  const address = `mallory@${name.toLowerCase().replaceAll(/[^a-z]/g, '')}.example`;
  await arrive(one.page, await invited(stage.world, { email: address, workspace, role: 'admin' }));
  return one;
}

async function invite(visitor: Visitor, address: string): Promise<string> {
  await visitor.open('/account/members');
  await visitor.page.getByLabel('E-mail address').fill(address);
  await visitor.page.getByRole('button', { name: 'Make the invitation' }).click();
  return visitor.page.locator('#notice').innerText();
}

/** Registers the address of a person whom a workspace is about to invite. */
export function hostileRegistration(stage: Stage): void {
  describe('somebody who registers an address before its owner does', () => {
    let attacker: Visitor;
    let olga: Visitor;

    beforeAll(async () => {
      [attacker, olga] = [await mallory(stage, 'Muddy Water'), await stage.world.visitor()];
    });
    afterAll(async () => {
      await attacker.close();
      await olga.close();
    });

    it('gets neither an account nor a link by it: what is sent goes to the owner alone', async () => {
      expect(await invite(attacker, owner)).toContain('The invitation is made');
      const early = await stage.world.mailbox.next(owner);
      expect(await readSource(attacker.page)).not.toContain(early.link);
      const stranger = await stage.world.visitor();
      await stranger.open('/sign-up');
      await stranger.page.getByLabel('E-mail address').fill(owner);
      await stranger.page.getByRole('button', { name: 'Send the link' }).click();
      expect(await heading(stage, stranger)).toBe('Look into your mailbox');
      expect(await readSource(stranger.page)).not.toContain('token=');
      await stranger.open('/account');
      expect(new URL(stranger.page.url()).pathname).toBe('/sign-in');
      await signIn(stranger.page, { email: owner });
      expect(await stranger.page.getByRole('alert').innerText()).toContain('do not belong together');
      await stranger.close();
    });

    it('does not keep the owner out, who chooses a password by the mail and joins what she chooses', async () => {
      const harbour = await makeWorkspace(stage.world, 'Harbour research');
      await stage.world.admin('invite', owner, '--workspace', harbour, '--role', 'admin');
      let mail = await stage.world.mailbox.next(owner);
      while (!mail.text.includes('Harbour research')) mail = await stage.world.mailbox.next(owner);
      await choosePassword(olga.page, mail.link ?? '', 'seven gulls above the crane');
      expect(await seen(stage, 'account-two-invitations', olga)).toEqual([]);
      await olga.page.getByRole('button', { name: 'Join Harbour research' }).click();
      await olga.page.getByRole('button', { name: 'Decline the invitation to Muddy Water' }).click();
      const text = await readText(olga.page);
      expect([text.includes('Harbour research'), text.includes('Muddy Water')]).toEqual([true, false]);
      await olga.page.getByRole('link', { name: 'API keys', exact: true }).click();
      await olga.page.getByLabel('Name', { exact: true }).fill('harbour report');
      await olga.page.getByRole('button', { name: 'Make the key' }).click();
      expect(await olga.page.locator('#new-key').innerText()).toMatch(/^ri_live_/);
    });

    it('sees nothing of hers afterwards, by whatever was begun before', async () => {
      await attacker.open('/account/keys');
      const text = await readText(attacker.page);
      expect([text.includes('Harbour'), text.includes('harbour report')]).toEqual([false, false]);
      for (const { link, to } of stage.world.mailbox.mails) {
        if (!to.includes(owner) || link === null) continue;
        const late = await stage.world.visitor();
        // Used, or gone with the password that another one set.
        expect([404, 410]).toContain(await late.open(link));
        await late.close();
      }
    });
  });
}

/** Invites a person of another workspace into one whose name is a script. */
export function hostileInvitation(stage: Stage): void {
  describe('somebody who invites the user of another workspace', () => {
    const name = '<img src=x onerror=alert(1)> Quay research desk';
    let attacker: Visitor;
    beforeAll(async () => {
      attacker = await mallory(stage, name);
    });
    afterAll(() => attacker.close());

    it('is told the same as for an address that nobody has', async () => {
      const told = [await invite(attacker, email), await invite(attacker, 'nobody@people.example')];
      expect(told[0]).toBe(told[1]);
      expect(await seen(stage, 'hostile-inviter', attacker)).toEqual([]);
    });

    it('changes nothing for her: she reads the name as text, declines, and stays who she was', async () => {
      const mail = await stage.world.mailbox.next(email);
      expect(mail.source).not.toContain('<img');
      await stage.ada.open('/account');
      expect(await seen(stage, 'hostile-invitation')).toEqual([]);
      expect(await readText(stage.ada.page)).toContain(`invites you to ${name}`);
      expect(await stage.ada.page.locator('main img').count()).toBe(0);
      await stage.ada.page.getByRole('button', { name: /^Decline the invitation to/ }).click();
      expect(await stage.ada.page.locator('#notice').innerText()).toBe('The invitation is declined.');
      const text = await readText(stage.ada.page);
      expect([text.includes('Quay research desk'), text.includes('onerror')]).toEqual([true, false]);
      await stage.ada.page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await stage.ada.open('/sign-in');
      await signIn(stage.ada.page, { email, secret: password });
      expect(await heading(stage)).toBe('Account');
    });

    it('sees in the own workspace neither her workspace nor her keys', async () => {
      await attacker.open('/account/keys');
      const text = await readText(attacker.page);
      expect([text.includes(name), text.includes('Ada’s second laptop')]).toEqual([true, false]);
    });
  });
}
