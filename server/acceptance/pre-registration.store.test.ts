// Pre-registration attacks ("account pre-hijacking"): an attacker who used an address first gains nothing from its
// owner.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signInWithIdentity } from '../access/sign-in/identities.ts';
import { inviteAsOperator } from '../access/people/invitations.ts';
import { goodPassword } from '../access/testing/people.ts';
import type { Browser, ServedPages } from '../pages/testing/browser.ts';
import type { Store } from '../store/engine/engine.ts';
import { openTestStore } from '../store/testing/store.ts';
import { type Scene, everything, linkIn, makeScene, ownersPassword, serveSignUp } from '../testing/pre-registration.ts';

let store: Store;
let pages: ServedPages;
let scene: Scene;
beforeAll(async () => {
  store = await openTestStore();
  pages = await serveSignUp(store);
});
afterAll(async () => {
  await pages.close();
  await store.close();
});
beforeEach(async () => {
  scene = await makeScene(store, pages);
});

describe('the attacker first', () => {
  it('gets no link for the address, blocks nobody, and stays outside when its owner comes', async () => {
    const first = await scene.invites(scene.attacker, scene.desk);
    expect(first.text + (first.location ?? '')).not.toContain('token=');
    expect(await scene.attacker.browser.get('/account').then(({ text }) => text)).not.toContain('/welcome?token');
    expect((await scene.invites(scene.bigAdmin, scene.big)).location).toContain('notice=invited');
    const owner = await scene.arrives();
    expect(await scene.reach(owner)).toEqual(everything);
    expect(await scene.attackerReaches()).toEqual([]);
  });

  it('with an account from before: sees no invitation, and loses it to the owner’s proof', async () => {
    const squatter = await scene.squats();
    expect((await scene.invites(scene.bigAdmin, scene.big)).location).toContain('notice=invited');
    const { text } = await squatter.browser.get('/account');
    expect(text).not.toContain('BigCorp');
    expect(await scene.attackerReaches(squatter.browser)).toEqual([]);
    const owner = await scene.arrives();
    expect(await scene.reach(owner)).toEqual(everything);
    expect(await scene.attackerReaches(squatter.browser)).toEqual([]);
    expect((await squatter.browser.get('/account')).location).toBe('/sign-in?return_to=%2Faccount');
    // The attacker's grant is an offer, not a membership.
    expect((await owner.get('/account')).text).toContain('<strong>Victim desk</strong>');
    const { rows } = await store.db.raw('select workspace_id from membership where user_id = ?', [squatter.userId]);
    expect(rows).toEqual([{ workspace_id: scene.big }]);
  });

  it('with an account from before: cannot prove the address, ask as often as they will', async () => {
    const squatter = await scene.squats();
    await scene.invites(scene.bigAdmin, scene.big);
    for (const path of ['/sign-in/forgotten', '/sign-up']) {
      const sent = await squatter.browser.post(path, { email: scene.ceo });
      expect([sent.location, sent.text]).toEqual(['/sign-in/sent', '']);
    }
    expect((await squatter.browser.get('/sign-in/sent')).text).not.toContain('token=');
    const changed = { current: goodPassword, password: ownersPassword, repeated: ownersPassword };
    expect((await squatter.browser.post('/account/password', changed)).location).toContain('changed');
    expect((await squatter.browser.post('/account/workspace', { name: 'Mine' })).location).toContain('not-proved');
    expect(await scene.attackerReaches(squatter.browser, await scene.signsIn(scene.ceo, ownersPassword))).toEqual([]);
    const owner = await scene.chooses(await scene.mailedLink(), 'other words of the owner');
    await scene.joins(owner, 'BigCorp');
    expect(await scene.attackerReaches(squatter.browser, await scene.signsIn(scene.ceo, ownersPassword))).toEqual([]);
  });

  it('signing in at the very moment of the proof keeps no session', async () => {
    const squatter = await scene.squats();
    await scene.invites(scene.bigAdmin, scene.big);
    const link = await scene.mailedLink();
    const [owner, ...late] = await Promise.all([
      scene.chooses(link),
      ...[1, 2, 3].map(() => scene.signsIn(scene.ceo, goodPassword)),
    ]);
    await scene.joins(owner, 'BigCorp');
    expect(await scene.attackerReaches(squatter.browser, ...late)).toEqual([]);
  });
});

describe('the victim first', () => {
  it('keeps password, session and workspace, whatever the attacker asks for', async () => {
    await scene.invites(scene.bigAdmin, scene.big);
    const owner = await scene.arrives();
    const answers = [
      await scene.invites(scene.attacker, scene.desk),
      await scene.attacker.browser.post('/account/members', {
        workspace: scene.desk,
        email: `nobody@example.com`,
        role: 'admin',
      }),
    ];
    expect(answers.map(({ status, location }) => [status, location])).toEqual(
      [0, 1].map(() => [303, answers[1]?.location]),
    );
    await scene.attacker.browser.post('/sign-in/forgotten', { email: scene.ceo });
    await scene.attacker.browser.post('/sign-up', { email: scene.ceo });
    expect(await scene.attackerReaches()).toEqual([]);
    expect(await scene.reach(owner)).toEqual(everything);
    expect(await scene.reach(await scene.signsIn(scene.ceo, ownersPassword))).toEqual(everything);
    // An invitation sends no link to a person who can sign in.
    const invitation = (await scene.mailsTo(scene.ceo)).find(({ text }) => text.includes('Victim desk'));
    expect(invitation?.text).not.toContain('token=');
  });

  it('who joins the attacker’s workspace too opens nothing of the other one by that', async () => {
    await scene.invites(scene.bigAdmin, scene.big);
    const owner = await scene.arrives();
    await scene.invites(scene.attacker, scene.desk);
    await scene.joins(owner, 'Victim desk');
    expect(await scene.attackerReaches()).toEqual([]);
    const { rows } = await store.db.raw('select user_id from user_account where email_folded = ?', [scene.ceo]);
    const [{ user_id: id }] = rows as [{ user_id: string }];
    expect((await scene.attacker.browser.post(`/account/members/${id}/link`, { workspace: scene.desk })).status).toBe(
      404,
    );
    await scene.attacker.browser.post(`/account/members/${id}/remove`, { workspace: scene.desk });
    expect(await scene.reach(owner)).toEqual(everything);
  });
});

describe('the operator’s invitation', () => {
  const byOperator = async () => {
    const { now, baseUrl } = pages.context;
    const asked = { email: scene.ceo, workspaceId: scene.big, role: 'admin', newLink: false, mails: false } as const;
    const done = await inviteAsOperator(store.db, { ...asked, now: now(), randomBytes, baseUrl });
    if (done.kind === 'full') throw new Error('full');
    return done;
  };

  it('opens nothing to an account that the attacker set up: it prints a link, whose use ends theirs', async () => {
    const squatter = await scene.squats();
    const done = await byOperator();
    expect(done).toMatchObject({ kind: 'invited', signsInBy: null });
    expect(await scene.attackerReaches(squatter.browser)).toEqual([]);
    const owner = await scene.chooses(linkIn(done.link?.address ?? ''));
    await scene.joins(owner, 'BigCorp');
    expect(await scene.reach(owner)).toEqual(everything);
    expect(await scene.attackerReaches(squatter.browser)).toEqual([]);
  });

  it('before the attacker’s is not taken over by it', async () => {
    const done = await byOperator();
    await scene.invites(scene.attacker, scene.desk);
    const owner = await scene.chooses(linkIn(done.link?.address ?? ''));
    await scene.joins(owner, 'BigCorp');
    expect(await scene.attackerReaches()).toEqual([]);
  });
});

describe('the identity provider', () => {
  const vouches = async (): Promise<Browser> => {
    const { db, now } = pages.context;
    const identity = {
      issuer: 'https://login.bigcorp.example',
      subject: scene.ceo,
      email: scene.ceo,
      isEmailVerified: true,
      authTime: null,
    };
    const done = await signInWithIdentity({ db, now, randomBytes, isSignUpOpen: false }, identity, 'Firefox');
    if (done.kind !== 'signed-in') throw new Error(done.kind);
    const browser = pages.browser();
    browser.cookies.set('session', done.secret);
    return browser;
  };

  it.each(['before', 'after'] as const)(
    'that vouches for the owner %s BigCorp invites ends what the attacker set up',
    async (when) => {
      const squatter = await scene.squats();
      const early = when === 'before' ? await vouches() : null;
      await scene.invites(scene.bigAdmin, scene.big);
      const owner = early ?? (await vouches());
      await scene.joins(owner, 'BigCorp');
      expect(await scene.reach(owner)).toEqual(everything);
      expect(await scene.attackerReaches(squatter.browser)).toEqual([]);
      // A mailed password does not help next to the identity, either.
      await scene.attacker.browser.post('/sign-in/forgotten', { email: scene.ceo });
      expect((await scene.mailsTo(scene.ceo)).at(-1)?.text).not.toContain('token=');
    },
  );

  it('vouches for an address that the attacker alone has invited: nothing of it is the attacker’s', async () => {
    await scene.invites(scene.attacker, scene.desk);
    const owner = await vouches();
    await scene.invites(scene.bigAdmin, scene.big);
    await scene.joins(owner, 'BigCorp');
    expect(await scene.attackerReaches()).toEqual([]);
  });
});

describe('two workspaces at once', () => {
  it('both offer, the owner chooses, and neither gets anything of the other', async () => {
    await Promise.all([scene.invites(scene.attacker, scene.desk), scene.invites(scene.bigAdmin, scene.big)]);
    const owner = await scene.arrives();
    expect((await owner.get('/account')).text).toContain('<strong>Victim desk</strong>');
    expect(await scene.reach(owner)).toEqual(everything);
    expect(await scene.attackerReaches()).toEqual([]);
  });

  it('a link of the one invitation opens the account of both, and only to whom it was mailed', async () => {
    await scene.invites(scene.attacker, scene.desk);
    const early = await scene.mailedLink();
    await scene.invites(scene.bigAdmin, scene.big);
    const owner = await scene.chooses(early);
    await scene.joins(owner, 'BigCorp');
    expect(await scene.attackerReaches()).toEqual([]);
  });
});

describe('sign-up', () => {
  it('begun by the attacker for the address signs in nobody but who opens the mail, and leads them nowhere', async () => {
    const browser = pages.browser();
    await browser.post('/sign-up', { email: scene.ceo, return_to: '/cli-auth?code=RI-BCDF-GHJK-LMNP' });
    const link = await scene.mailedLink();
    expect(link).not.toContain('return_to');
    const owner = pages.browser();
    await owner.follow(await owner.get(link));
    const done = await owner.post('/welcome', { password: ownersPassword, repeated: ownersPassword });
    expect(done.location).toBe('/account/workspace');
    expect((await browser.get('/account')).location).toContain('/sign-in');
    await scene.invites(scene.bigAdmin, scene.big);
    await scene.joins(owner, 'BigCorp');
    expect(await scene.attackerReaches(browser)).toEqual([]);
  });

  it('with a letter that folds into one of the address is no way to it', async () => {
    scene = await makeScene(store, pages, 'kim@bigcorp.example');
    await scene.invites(scene.bigAdmin, scene.big);
    const owner = await scene.arrives();
    const alike = scene.ceo.replace('k', '\u212A');
    for (const path of ['/sign-up', '/sign-in/forgotten'])
      expect((await scene.attacker.browser.post(path, { email: alike })).location).toContain('problem=address');
    expect(
      (await scene.attacker.browser.post('/account/members', { workspace: scene.desk, email: alike })).location,
    ).toContain('email-invalid');
    expect([await scene.mailsTo(alike), await scene.reach(owner)]).toEqual([[], everything]);
  });
});
