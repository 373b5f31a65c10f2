/** Test support for sign-in: its pages over a store, on http and as if on https, with people and links. */
import { expect } from 'vitest';
import { type People, goodPassword, testPeople } from '../../access/testing/people.ts';
import type { Store } from '../../store/engine/engine.ts';
import { handle } from '../shell/handle.ts';
import { html } from '../shell/html.ts';
import { page, sendPage } from '../shell/page.ts';
import { mountSignIn } from '../sign-in/sign-in-pages.ts';
import { requireSignedIn } from '../shell/signed-in.ts';
import { type Browser, type PageResponse, type ServedPages, servePages } from './browser.ts';

export type SignInBench = {
  people: People;
  served: ServedPages;
  /** The same pages with the base address https://research.test. */
  secure: ServedPages;
  desk: string;
  makeLink(): Promise<{ email: string; token: string }>;
  /** A person with a password, signed in in a browser. */
  makePerson(): Promise<{ email: string; browser: Browser }>;
  close(): Promise<void>;
};

let count = 0;

/** Adds /private, /private/act (a form) and /broken to the sign-in pages. */
export async function signInBench(store: Store): Promise<SignInBench> {
  const people = testPeople(store);
  const desk = await people.makeWorkspace('Desk');
  const mount: typeof mountSignIn = (app, context) => {
    mountSignIn(app, context);
    const shown = handle(context, async (request, response) => {
      const viewer = await requireSignedIn(context, request, response);
      if (viewer === null) return;
      sendPage(response, page({ title: 'Private', viewer, main: html`<h1>Private to ${viewer.email}</h1>` }));
    });
    app.get('/private', shown);
    app.post('/private/act', shown);
    const broken = handle(context, () => {
      throw new Error('secret of the house');
    });
    app.get('/broken', broken);
  };
  const { now } = people.means;
  const served = await servePages(store, mount, { now });
  const secure = await servePages(store, mount, { now, baseUrl: 'https://research.test' });
  const makeLink = async () => {
    const email = `p${(count += 1)}@example.com`;
    return { email, token: people.secretOf(await people.invite(email, desk)) };
  };
  return {
    people,
    served,
    secure,
    desk,
    makeLink,
    async makePerson() {
      const { email, token } = await makeLink();
      const browser = served.browser();
      await browser.follow(await browser.get(`/welcome?token=${token}`));
      const done = await browser.post('/welcome', { password: goodPassword, repeated: goodPassword });
      expect([done.status, done.location]).toEqual([303, '/account']);
      return { email, browser };
    },
    close: async () => {
      await served.close();
      await secure.close();
    },
  };
}

/** Fields of the sign-in form. */
export const signInFields = (email: string, more: Record<string, string> = {}) => ({
  email,
  password: goodPassword,
  ...more,
});

export const alerts = ({ text }: PageResponse): number => text.match(/role="alert"/g)?.length ?? 0;

/** Common rules of the pages: one h1, a label for every field, no script but the service's files, and no caching. */
export function expectWellMade({ text, headers }: PageResponse): void {
  for (const form of passwordForms(text)) expect(userNameFaults(form), form).toEqual([]);
  expect(text.match(/<h1>/g)).toHaveLength(1);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text).not.toMatch(/<script(?! (type="module" )?src="\/assets\/)|style=|onclick|javascript:/);
  const ids = [...text.matchAll(/<(?:input|select)(?![^>]*type="hidden")[^>]*\bid="([^"]+)"/g)].map(([, id]) => id);
  const labels = [...text.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id);
  expect(labels.toSorted()).toEqual(ids.toSorted());
  for (const [, described = ''] of text.matchAll(/aria-describedby="([^"]+)"/g)) {
    for (const id of described.split(' ')) expect(text).toContain(`id="${id}"`);
  }
}

/** The forms of a page that ask for a password. */
export const passwordForms = (text: string): string[] =>
  (text.match(/<form\b.*?<\/form>/gs) ?? []).filter((form) => form.includes('type="password"'));

/** Reasons why a password manager cannot identify the account of a form. */
export function userNameFaults(form: string): string[] {
  const fields: string[] = form.match(/<input\b[^>]*>/g) ?? [];
  const [name, ...more] = fields.filter((field) => field.includes('autocomplete="username"'));
  if (name === undefined) return ['no field has autocomplete="username"'];
  const first = fields.findIndex((field) => field.includes('type="password"'));
  return [
    ...(more.length > 0 ? ['several fields have autocomplete="username"'] : []),
    ...(/ type="(text|email)"/.test(name) ? [] : ['the user name is not in a text field']),
    ...(/ (hidden|disabled|style)\b/.test(name) ? ['the user name is not part of the form'] : []),
    ...(/ readonly\b/.test(name) && !/ value="[^"]+"/.test(name) ? ['the fixed user name is empty'] : []),
    ...(/ aria-hidden="true"/.test(name) && !/ tabindex="-1"/.test(name)
      ? ['the tab key reaches what is not read out']
      : []),
    ...(fields.indexOf(name) > first ? ['the user name follows the password'] : []),
  ];
}
