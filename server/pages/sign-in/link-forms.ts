/** Forms that request a link by mail, and the hints of the sign-in page for a person without a password. */
import { LINK_HOURS } from '../../store/engine/lifetimes.ts';
import type { PageContext } from '../shell/context.ts';
import { type Html, html } from '../shell/html.ts';

export type LinkPurpose = 'password' | 'sign-up';
export type LinkProblem = 'address' | 'limited';

const problems: Readonly<Record<LinkProblem, string>> = {
  address: 'Nothing was sent: the address must look like ada@example.com.',
  limited: 'Nothing was sent: too many links were asked for from this network. Try again in an hour.',
};

export function isLinkProblem(text: string | null): text is LinkProblem {
  return text !== null && Object.hasOwn(problems, text);
}

const purposes = {
  password: {
    path: '/sign-in/forgotten',
    title: 'Have a link mailed to you',
    words: html`<p>With it you choose a password, and everything that is signed in as you ends. It also opens an account for an address that is invited.</p>`,
    button: 'Send the link',
  },
  'sign-up': {
    path: '/sign-up',
    title: 'Make an account',
    words: html`<p>A link is mailed to your address. With it you choose a password, and then name your workspace. Nothing is charged before you pay.</p>`,
    button: 'Send the link',
  },
} as const satisfies Record<LinkPurpose, { path: string; title: string; words: Html; button: string }>;

export const titleOf = (purpose: LinkPurpose): string => purposes[purpose].title;
export const pathOf = (purpose: LinkPurpose): string => purposes[purpose].path;

export type LinkForm = { purpose: LinkPurpose; problem: LinkProblem | null; email: string; returnTo: string | null };

export function linkForm({ purpose, problem, email, returnTo }: LinkForm): Html {
  const { path, title, words, button } = purposes[purpose];
  return html`<div class="narrow">
    <h1>${title}</h1>
    ${problem !== null && html`<p class="note bad" role="alert" id="problem">${problems[problem]}</p>`} ${words}
    <form class="stack card" method="post" action="${path}">
      ${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}" />`}
      <div class="field">
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" autocomplete="username" required maxlength="254" spellcheck="false" autocapitalize="none" value="${email}"${problem === 'address' && html` aria-invalid="true" aria-describedby="problem"`} />
      </div>
      <button>${button}</button>
    </form>
    <p><a href="/sign-in${returnQuery(returnTo)}">Back to signing in</a></p>
  </div>`;
}

/** The same for every address. */
export function sentPage(email: string): Html {
  return html`<div class="narrow">
    <h1>Look into your mailbox</h1>
    <div class="note good" role="status">
      <p>If ${email === '' ? 'the address' : html`<strong>${email}</strong>`} can have an account here, a link is on its way to it.</p>
    </div>
    <p>It works once, within ${LINK_HOURS} hours. Open it in this browser, and you go on where you were. Every link that was sent to you works until one of them is used.</p>
    <p>Nothing came? Look into the folder for spam, and check the address.</p>
  </div>`;
}

function returnQuery(returnTo: string | null): string {
  return returnTo === null ? '' : `?${new URLSearchParams({ return_to: returnTo })}`;
}

/** Other ways, for a person who cannot sign in with a password. */
export function otherWays(
  { wakeMail, signUp }: Pick<PageContext, 'wakeMail' | 'signUp'>,
  returnTo: string | null,
): Html {
  const query = returnQuery(returnTo);
  const isOpen = signUp === 'open' && wakeMail !== null;
  return html`<h2>No account, or no password any more?</h2>
    ${isOpen && html`<p><a class="button quiet" href="/sign-up${query}">Make an account</a></p>`}
    ${
      wakeMail === null
        ? html`<p>The operator of this service makes a link for you. With it you choose a password; it works once, for ${LINK_HOURS} hours.</p>`
        : html`<p><a href="/sign-in/forgotten${query}">Forgotten password, or invited and without one?</a></p>`
    }
    ${signUp === 'invited' && html`<p>Accounts are for people who are invited: by an admin of a workspace, or by the operator of this service.</p>`}`;
}
