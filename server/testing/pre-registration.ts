/** Support for tests of pre-registration: two workspaces, an address that both want, and what whose browser reaches. */
import { randomBytes } from 'node:crypto';
import { goodPassword } from '../access/testing/people.ts';
import { sendDue } from '../mail/sender.ts';
import type { Message } from '../mail/transport.ts';
import { mountAccount } from '../pages/account-pages.ts';
import { type TestPerson, makePerson, makeWorkspace } from '../pages/account/testing/account.ts';
import { mountSignIn } from '../pages/sign-in/sign-in-pages.ts';
import { type Browser, type PageResponse, type ServedPages, servePages } from '../pages/testing/browser.ts';
import type { Store } from '../store/engine/engine.ts';

export const ownersPassword = 'the own words of the owner';
export const everything = ['sees it', 'makes a key', 'invites'];

export function serveSignUp(store: Store): Promise<ServedPages> {
  const mount: typeof mountSignIn = (app, context) => {
    mountSignIn(app, context);
    mountAccount(app, context);
  };
  return servePages(store, mount, { wakeMail: () => undefined, signUp: 'open' });
}

/** The page of a link in a text. */
export const linkIn = (text: string): string => /\/welcome\?token=\S+/.exec(text)?.[0] ?? '';

export type Scene = {
  /** The address, and the workspace that its owner is to work in. */
  ceo: string;
  big: string;
  bigAdmin: TestPerson;
  /** The workspace of the attacker, who is an admin of it. */
  desk: string;
  attacker: TestPerson;
  invites(by: TestPerson, workspace: string): Promise<PageResponse>;
  /** Sends what is queued; returns what reached the mailbox of an address, which is its owner's alone. */
  mailsTo(email: string): Promise<Message[]>;
  mailedLink(): Promise<string>;
  /** Chooses a password by a link, in a new browser. */
  chooses(link: string, password?: string): Promise<Browser>;
  joins(browser: Browser, name: string): Promise<void>;
  /** The owner opens the newest mailed link, and joins BigCorp. */
  arrives(): Promise<Browser>;
  signsIn(email: string, password: string): Promise<Browser>;
  /** An account as an older version left it: set up and signed in to by the attacker, its address never proved. */
  squats(): Promise<TestPerson>;
  /** The reach of a browser in BigCorp: see it, make a key in it, invite into it. */
  reach(browser: Browser): Promise<string[]>;
  /** The same by every browser and password that the attacker has. */
  attackerReaches(...browsers: Browser[]): Promise<string[]>;
};

const mails: Message[] = [];
let count = 0;

export async function makeScene(
  store: Store,
  pages: ServedPages,
  ceo = `ceo${(count += 1)}@bigcorp.example`,
): Promise<Scene> {
  const big = await makeWorkspace(store, { name: 'BigCorp' });
  const desk = await makeWorkspace(store, { name: 'Victim desk' });
  const bigAdmin = await makePerson(store, pages, [[big, 'admin']]);
  const attacker = await makePerson(store, pages, [[desk, 'admin']]);
  const scene: Scene = {
    ceo,
    big,
    bigAdmin,
    desk,
    attacker,
    invites: (by, workspace) => by.browser.post('/account/members', { workspace, email: ceo, role: 'admin' }),
    mailsTo: async (email) => {
      await sendAll(store, pages);
      return mails.filter(({ to }) => to === email);
    },
    mailedLink: async () => {
      const links = (await scene.mailsTo(ceo)).map(({ text }) => linkIn(text));
      return links.findLast((link) => link !== '') ?? '';
    },
    chooses: async (link, password = ownersPassword) => {
      const browser = pages.browser();
      await browser.follow(await browser.get(link));
      const { status } = await browser.post('/welcome', { password, repeated: password });
      if (status !== 303) throw new Error(`the password was answered ${status}`);
      return browser;
    },
    joins,
    arrives: async () => {
      const browser = await scene.chooses(await scene.mailedLink());
      await joins(browser, 'BigCorp');
      return browser;
    },
    signsIn: async (email, password) => {
      const browser = pages.browser();
      await browser.post('/sign-in', { email, password });
      return browser;
    },
    squats: async () => {
      const made = await makePerson(store, pages, [[desk, 'member']]);
      await store.db.raw(
        `update user_account set email = ?, email_folded = ?, email_proved_at = null, email_proved_by = null where user_id = ?`,
        [ceo, ceo, made.userId],
      );
      return { ...made, email: ceo };
    },
    reach: (browser) => reachOf(browser, big),
    attackerReaches: async (...browsers) => {
      const tried = [await scene.signsIn(ceo, goodPassword), await scene.signsIn(attacker.email, goodPassword)];
      const all = [attacker.browser, ...browsers, ...tried];
      for (const browser of all) await acceptAll(store, browser, big);
      return (await Promise.all(all.map((one) => reachOf(one, big)))).flat();
    },
  };
  return scene;
}

async function sendAll(store: Store, pages: ServedPages): Promise<void> {
  const transport = { send: async (mail: Message) => void mails.push(mail), close: () => undefined };
  const { now, baseUrl } = pages.context;
  const silent = { onReport: () => undefined, onFailure: () => undefined };
  const options = { db: store.db, transport, baseUrl, isSignUpOpen: true, now, randomBytes, ...silent };
  while ((await sendDue(options)) > 0);
}

async function joins(browser: Browser, name: string): Promise<void> {
  const { text } = await browser.get('/account');
  const offer =
    text.split('invites you to').find((part) => part.trimStart().startsWith(`<strong>${name}</strong>`)) ?? '';
  const path = /\/account\/invitations\/\w+\/accept/.exec(offer)?.[0] ?? '/account/invitations/none/accept';
  const { location } = await browser.post(path);
  if (location?.includes('notice=joined') !== true) throw new Error(`${name} was not joined: ${location}`);
}

/** Every invitation of the workspace, as if its id had leaked. */
async function acceptAll(store: Store, browser: Browser, big: string): Promise<void> {
  const { rows } = await store.db.raw('select invitation_id from invitation where workspace_id = ?', [big]);
  for (const { invitation_id: id } of rows as { invitation_id: string }[])
    await browser.post(`/account/invitations/${id}/accept`);
}

async function reachOf(browser: Browser, big: string): Promise<string[]> {
  const seen = await browser.get(`/account?workspace=${big}`);
  const form = randomBytes(12).toString('hex');
  const key = await browser.post('/account/keys', { workspace: big, name: 'mine', form });
  const invited = await browser.post('/account/members', { workspace: big, email: 'x@example.com', role: 'admin' });
  return [
    ...(seen.text.includes('BigCorp') ? ['sees it'] : []),
    ...(key.text.includes('ri_live_') ? ['makes a key'] : []),
    ...(invited.location?.includes('notice=invited') === true ? ['invites'] : []),
  ];
}
