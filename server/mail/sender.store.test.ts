// Mails over a real SMTP server: sent once when due, with a fresh link; failures lose and repeat nothing.
import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { invite } from '../access/people/invitations.ts';
import { linkState } from '../access/people/links.ts';
import { askForLink, invited_mails, link_requests } from '../access/people/mail-requests.ts';
import { type People, testPeople } from '../access/testing/people.ts';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type MailReport, type SenderOptions, sendDue, startSender } from './sender.ts';
import { readSmtpAddress } from './smtp-address.ts';
import { type Mailbox, openMailbox, sender } from './testing/mailbox.ts';
import { type Transport, createTransport } from './transport.ts';

let store: Store;
let people: People;
let mailbox: Mailbox;
let transport: Transport;
let reports: MailReport[];
let desk: string;
let count = 0;
beforeAll(async () => {
  store = await openTestStore();
  mailbox = await openMailbox();
  const server = readSmtpAddress(mailbox.url, []);
  if (server === null) throw new Error('no server');
  transport = createTransport(server);
});
afterAll(async () => {
  transport.close();
  await mailbox.close();
  await store.close();
});
beforeEach(async () => {
  people = testPeople(store);
  desk = await people.makeWorkspace('Desk');
  reports = [];
});
afterEach(() => store.db.raw('delete from mail_outbox'));

const newEmail = (): string => `mailed${(count += 1)}@example.com`;
const options = (more: Partial<SenderOptions> = {}): SenderOptions => ({
  db: store.db,
  transport,
  baseUrl: 'https://research.test',
  isSignUpOpen: false,
  now: people.means.now,
  randomBytes,
  onReport: (report) => reports.push(report),
  onFailure: (error) => {
    throw error;
  },
  ...more,
});
const ask = (email: string, kind: 'password' | 'sign-up' = 'password', from = `198.51.100.${count}`) =>
  askForLink(store.db, { kind, email, from, now: people.means.now(), randomBytes });
const waiting = async (): Promise<object[]> =>
  (await store.db.raw('select kind, email, attempts, due_at from mail_outbox order by created_at')).rows as object[];
const sentTo = (email: string) => mailbox.mails.filter(({ to }) => to.includes(email));
const secretIn = (link: string | null): string => new URL(link ?? '').searchParams.get('token') ?? '';

describe('a forgotten password', () => {
  it('is mailed a link that is made as it is sent: no row of the outbox ever holds one', async () => {
    const email = newEmail();
    await people.join(email, desk);
    await ask(email.toUpperCase());
    const { rows } = await store.db.raw('select row_to_json(m)::text as row from mail_outbox m');
    expect(JSON.stringify(rows)).not.toContain('ri_link_');
    const links = async (): Promise<number> =>
      (await store.db.raw('select 1 from sign_in_link where used_at is null')).rows.length;
    const before = await links();
    expect(await sendDue(options())).toBe(1);
    expect([await links(), await waiting()]).toEqual([before + 1, []]);
    // Not in lower case: another case may be another mailbox.
    const [mail] = sentTo(email);
    expect(mail).toMatchObject({ from: sender, subject: 'Choose a new password (research.test)' });
    expect(mail?.source).toMatch(/^Auto-Submitted: auto-generated$/im);
    expect(mail?.text).toContain('If it was not you, ignore this mail: nothing was changed.');
    expect(await linkState(people.means, secretIn(mail?.link ?? null))).toMatchObject({ kind: 'open' });
    expect(reports).toEqual([{ kind: 'password', attempts: 1, outcome: 'sent' }]);
  });

  it('of nobody, and of whom nobody invited, is a row like any other, and nothing is sent', async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await people.join(known, desk);
    expect([await ask(known), await ask(unknown)]).toEqual([{ kind: 'asked' }, { kind: 'asked' }]);
    const rows = await waiting();
    expect(rows).toHaveLength(2);
    expect(rows.map((row) => ({ ...row, email: '' }))).toEqual([0, 1].map(() => ({ ...rows[0], email: '' })));
    await sendDue(options());
    expect([sentTo(known).length, sentTo(unknown).length, await waiting()]).toEqual([1, 0, []]);
    expect(reports.map(({ outcome }) => outcome).toSorted()).toEqual(['nothing-to-send', 'sent']);
  });

  it('asked for again leaves the links of before: nobody cancels another’s, and the first one that is used ends the rest', async () => {
    const email = newEmail();
    await people.join(email, desk);
    for (let one = 0; one < 3; one += 1) {
      await ask(email);
      await sendDue(options());
    }
    const secrets = sentTo(email).map(({ link }) => secretIn(link));
    const states = () => Promise.all(secrets.map(async (secret) => (await linkState(people.means, secret)).kind));
    expect(await states()).toEqual(['open', 'open', 'open']);
    await people.choose(secrets[1] ?? '', 'another four words here');
    expect(await states()).toEqual(['unknown', 'used', 'unknown']);
  });

  it('is mailed five times an hour to an address, and the answer stays the same', async () => {
    const email = newEmail();
    await people.join(email, desk);
    const answers = [];
    for (let one = 0; one < 8; one += 1)
      answers.push(await ask(email, one % 2 === 0 ? 'password' : 'sign-up', `203.0.113.${one}`));
    expect(answers).toEqual(answers.map(() => ({ kind: 'asked' })));
    expect(await waiting()).toHaveLength(5);
  });

  it('is asked for twenty times an hour from a network address', async () => {
    const kinds = [];
    for (let one = 0; one < link_requests.quota + 2; one += 1)
      kinds.push((await ask(newEmail(), 'password', '192.0.2.200')).kind);
    expect(kinds.slice(-3)).toEqual(['asked', 'limited', 'limited']);
    expect(await waiting()).toHaveLength(link_requests.quota);
  });

  it('of a person whom the provider signs in leads there: a password would be a way around it', async () => {
    const email = newEmail();
    const userId = await people.join(email, desk);
    await store.db.raw(
      `update user_account set issuer = 'https://login.test', subject = ?, password_hash = null where user_id = ?`,
      [userId, userId],
    );
    await ask(email);
    await sendDue(options());
    expect(sentTo(email).map(({ link, subject }) => [link, subject])).toEqual([
      ['https://research.test/sign-in', 'How you sign in (research.test)'],
    ]);
  });
});

describe('an invitation', () => {
  it('is mailed to whom it is for: with a link for a new person, without one for who can sign in', async () => {
    const [fresh, settled] = [newEmail(), newEmail()];
    const admin = await people.join(newEmail(), desk, 'admin');
    await people.join(settled, await people.makeWorkspace());
    for (const email of [fresh, settled]) await people.inviteBy(admin, email, desk, 'admin');
    await sendDue(options());
    const [first, second] = [sentTo(fresh)[0], sentTo(settled)[0]];
    expect(first?.text).toMatch(
      /^mailed\d+@example\.com invites you to the workspace "Desk" at research\.test, as an admin\./,
    );
    expect(await linkState(people.means, secretIn(first?.link ?? null))).toMatchObject({ kind: 'open', email: fresh });
    expect(second?.link).toBe('https://research.test/account');
  });

  it('is mailed five times a day to an address, whoever invites it, and stands all the same', async () => {
    const [email, desks] = [newEmail(), 7];
    for (let one = 0; one < desks; one += 1) {
      const workspaceId = await people.makeWorkspace();
      const admin = await people.join(newEmail(), workspaceId, 'admin');
      expect(await people.inviteBy(admin, email.toUpperCase(), workspaceId)).not.toBe(null);
    }
    expect(await waiting()).toHaveLength(5);
  });

  it('is mailed a hundred times a day for one admin, to whomever: withdrawing makes no room for more mail', async () => {
    const admin = await people.join(newEmail(), desk, 'admin');
    for (let one = 0; one < invited_mails.quota + 2; one += 1) {
      expect(await people.inviteBy(admin, newEmail(), desk)).not.toBe(null);
      await store.db.raw('delete from invitation where workspace_id = ?', [desk]);
    }
    expect(await waiting()).toHaveLength(invited_mails.quota);
  });

  it('that was withdrawn or accepted before it was sent is not mailed', async () => {
    const [gone, lapsed] = [newEmail(), newEmail()];
    const admin = await people.join(newEmail(), desk, 'admin');
    for (const email of [gone, lapsed]) await people.inviteBy(admin, email, desk);
    await store.db.raw('delete from invitation where email = ?', [gone]);
    await store.db.raw(`update membership set role = 'member' where user_id = ?`, [admin]);
    await sendDue(options());
    expect([sentTo(gone), sentTo(lapsed), await waiting()]).toEqual([[], [], []]);
  });

  it('of a workspace whose name is an address of a page leads nowhere but here', async () => {
    const email = newEmail();
    const named = await people.makeWorkspace('Free: https://evil.test/x <b>www.evil.test</b> "\n\nBcc: x@evil.test');
    const admin = await people.join(newEmail(), named, 'admin');
    await people.inviteBy(admin, email, named);
    await sendDue(options());
    const [mail] = sentTo(email);
    expect(mail?.text.match(/https?:\/\/\S+/g)).toHaveLength(1);
    expect(mail?.text).not.toMatch(/evil\.test|<b>/);
    expect(mail?.to).toEqual([email]);
    expect(mail?.source).not.toMatch(/^Bcc/im);
  });

  it('is rolled back with what it reports', async () => {
    const email = newEmail();
    await store.db
      .transaction(async (trx) => {
        const asked = { email, workspaceId: desk, role: 'member', invitedBy: null, mails: true } as const;
        await invite(trx, { ...asked, now: people.means.now(), randomBytes });
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(await waiting()).toEqual([]);
  });
});

describe('a mail', () => {
  it('that the server does not take now is tried again after a pause, with another link', async () => {
    const email = newEmail();
    await people.join(email, desk);
    await ask(email);
    mailbox.refuse([451]);
    await sendDue(options());
    expect(reports).toEqual([{ kind: 'password', attempts: 1, outcome: 'deferred', code: 'EMESSAGE', response: 451 }]);
    expect(await sendDue(options())).toBe(0);
    people.pass(31);
    expect(await sendDue(options())).toBe(1);
    expect([sentTo(email).length, await waiting()]).toEqual([1, []]);
  });

  it('that the server refuses for good is given up', async () => {
    const email = newEmail();
    await people.join(email, desk);
    await ask(email);
    mailbox.refuse([550]);
    await sendDue(options());
    expect(reports).toMatchObject([{ outcome: 'given-up', response: 550 }]);
    expect([sentTo(email), await waiting()]).toEqual([[], []]);
  });

  it('that cannot be sent for a day is given up', async () => {
    const email = newEmail();
    await people.join(email, desk);
    await ask(email);
    const broken = { send: () => Promise.reject(new Error('no line')), close: () => undefined };
    for (let hours = 0; hours < 30; hours += 1) {
      await sendDue(options({ transport: broken }));
      people.pass(3_601);
    }
    expect(reports.at(-1)).toEqual({
      kind: 'password',
      attempts: reports.length,
      outcome: 'given-up',
      code: 'unknown',
      response: null,
    });
    expect([reports.length, await waiting()]).toEqual([24, []]);
  });

  it('is sent once by several processes that look at the same moment', async () => {
    const emails = [newEmail(), newEmail(), newEmail()];
    for (const email of emails) {
      await people.join(email, desk);
      await ask(email);
    }
    await Promise.all([1, 2, 3, 4].map(() => sendDue(options())));
    expect(emails.map((email) => sentTo(email).length)).toEqual([1, 1, 1]);
  });

  it('of a process that died is sent by another one when the lease is over, and not before', async () => {
    const email = newEmail();
    await people.join(email, desk);
    await ask(email);
    const dead = { send: () => new Promise<void>(() => undefined), close: () => undefined };
    void sendDue(options({ transport: dead }));
    while (((await waiting())[0] as { attempts: number }).attempts === 0) await new Promise(setImmediate);
    expect(await sendDue(options())).toBe(0);
    people.pass(121);
    expect(await sendDue(options())).toBe(1);
    expect([sentTo(email).length, await waiting()]).toEqual([1, []]);
  });

  it('to an address that a mail program might read as several goes to one mailbox, and its report names nobody', async () => {
    const email = `o'brien+desk${(count += 1)}@example.com`;
    await people.join(email, desk);
    await ask(email);
    await sendDue(options());
    expect(sentTo(email).map(({ to }) => to)).toEqual([[email]]);
    expect(JSON.stringify(reports)).not.toContain('@');
  });
});

describe('a sender', () => {
  it('sends what is queued when it is woken, and stops when nothing is in hand', async () => {
    const email = newEmail();
    await people.join(email, desk);
    const running = startSender(options());
    await ask(email);
    running.wake();
    expect((await mailbox.next(email)).subject).toContain('Choose a new password');
    await running.stop();
    expect(reports.map(({ outcome }) => outcome)).toEqual(['sent']);
  });
});
