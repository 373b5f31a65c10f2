/** Forms to sign in and to set passwords, with their error messages. */
import { password_characters_max, password_characters_min } from '../../access/sign-in/passwords.ts';
import { type Html, type Value, html } from '../shell/html.ts';

/** Reasons to show a form again; the address carries only the word, so only these sentences appear. */
export type SignInProblem = 'wrong' | 'limited' | 'not-invited' | 'tied-elsewhere' | 'declined' | 'provider' | 'stale';
export type PasswordProblem = 'short' | 'long' | 'common' | 'differ' | 'wrong' | 'limited';

const signInProblems: Readonly<Record<SignInProblem, string>> = {
  wrong: 'That e-mail address and password do not belong together. Check both, then try again.',
  limited:
    'That was too many tries. Wait a quarter of an hour, then try again; from a shared network it can take an hour.',
  'not-invited':
    'Nobody has invited you yet. Ask an admin of your workspace, or the operator of this service, to invite the address that your provider knows.',
  'tied-elsewhere': 'Your address belongs to another identity here. Ask the operator of this service.',
  declined: 'The sign-in was stopped at your provider. Nothing happened here.',
  provider: 'Your provider cannot be reached, or answered something unexpected. Try again in a few minutes.',
  stale: 'This sign-in took too long, or began in another browser. Start it again.',
};

const passwordProblems: Readonly<Record<PasswordProblem, string>> = {
  short: `Use at least ${password_characters_min} characters. Four or five words that nobody else would put together work well.`,
  long: `Use at most ${password_characters_max} characters.`,
  common: 'That is one of the passwords that are tried first. Choose another one.',
  differ: 'The two passwords are not the same. Type the same one twice.',
  wrong: 'The current password is not right.',
  limited: 'That was too many tries. Wait a quarter of an hour, then try again.',
};

/** True if the text of the address is one of the problems. */
export function isSignInProblem(text: string | null): text is SignInProblem {
  return text !== null && Object.hasOwn(signInProblems, text);
}

export function isPasswordProblem(text: string | null): text is PasswordProblem {
  return text !== null && Object.hasOwn(passwordProblems, text);
}

export function passwordAlert(problem: PasswordProblem | null): Value {
  return alert(problem === null ? null : passwordProblems[problem]);
}

function alert(text: string | null): Value {
  return text !== null && html`<p class="note bad" role="alert" id="problem">${text}</p>`;
}

/** Marks the faulty field, and refers to the sentence above. */
function invalid(isWrong: boolean): Value {
  return isWrong && html` aria-invalid="true" aria-describedby="problem"`;
}

export type SignInForm = {
  problem: SignInProblem | null;
  email: string;
  returnTo: string | null;
  /** Host of the identity provider, or null. */
  provider: string | null;
  /** Other ways, for a person who cannot use this form. */
  ways: Html;
};

export function signInForm({ problem, email, returnTo, provider, ways }: SignInForm): Html {
  const query = returnTo === null ? '' : `?${new URLSearchParams({ return_to: returnTo })}`;
  const isWrong = problem === 'wrong';
  return html`<div class="narrow">
    <h1>Sign in</h1>
    ${alert(problem === null ? null : signInProblems[problem])}
    <form class="stack card" method="post" action="/sign-in">
      ${returnTo !== null && html`<input type="hidden" name="return_to" value="${returnTo}" />`}
      <div class="field">
        <label for="email">E-mail address</label>
        <input id="email" name="email" type="email" autocomplete="username" required maxlength="254" spellcheck="false" autocapitalize="none" value="${email}"${invalid(isWrong)} />
      </div>
      <div class="field">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required${invalid(isWrong)} />
      </div>
      <button>Sign in</button>
    </form>
    ${provider !== null && html`<p><a class="button quiet" href="/sign-in/upstream${query}">Sign in with ${provider}</a></p>`}
    ${ways}
    <p>You can <a href="/">read preview research</a> without an account.</p>
  </div>`;
}

export function welcomeForm({
  email,
  problem,
  viewer,
  invitation,
}: {
  email: string;
  problem: PasswordProblem | null;
  viewer: string | null;
  /** The open invitation of this address, in words. */
  invitation: Html | null;
}): Html {
  return html`<div class="narrow">
    <h1>Choose a password</h1>
    ${passwordAlert(problem)}
    ${viewer !== null && viewer !== email && html`<p class="note warn">You are signed in as ${viewer}. This link is for ${email}, and signs you in as them.</p>`}
    ${invitation !== null && html`<p class="note">${invitation} You accept or decline it after this page.</p>`}
    <form class="stack card" method="post" action="/welcome">
      <div class="field">
        <label for="email">E-mail address</label>
        <input id="email" type="email" autocomplete="username" readonly value="${email}" />
      </div>
      ${newPasswordFields(problem)}
      <button>Set the password and sign in</button>
    </form>
  </div>`;
}

function newPasswordFields(problem: PasswordProblem | null): Html {
  const isWrong = problem === 'short' || problem === 'long' || problem === 'common';
  return html`<div class="field">
      <label for="new-password">New password</label>
      <p class="hint" id="rules">At least ${password_characters_min} characters; any will do. A sentence, or a password manager’s, is best.</p>
      <input id="new-password" name="password" type="password" autocomplete="new-password" required minlength="${password_characters_min}" aria-describedby="${isWrong ? 'problem rules' : 'rules'}"${isWrong && html` aria-invalid="true"`} />
    </div>
    <div class="field">
      <label for="repeated">The same password again</label>
      <input id="repeated" name="repeated" type="password" autocomplete="new-password" required${invalid(problem === 'differ')} />
    </div>`;
}

/**
 * Asks for the current password. Password managers find the account in the text field before it, and ignore a field of
 * type hidden. The field is not shown, because the head of the page names the account.
 */
export function currentPasswordField(email: string, problem: PasswordProblem | null): Html {
  return html`<input class="autofill" name="email" type="email" autocomplete="username" readonly tabindex="-1" aria-hidden="true" value="${email}" />
    <div class="field">
      <label for="current">Current password</label>
      <input id="current" name="current" type="password" autocomplete="current-password" required${invalid(problem === 'wrong')} />
    </div>`;
}

export type PasswordForm = { email: string; problem: PasswordProblem | null; isChanged: boolean };

export function changePasswordForm({ email, problem, isChanged }: PasswordForm): Html {
  return html`<div class="narrow">
    <h1>Change your password</h1>
    ${passwordAlert(problem)}
    ${isChanged && html`<p class="note good" role="status">Your password is changed. Every other session of yours has ended.</p>`}
    <form class="stack card" method="post" action="/account/password">
      ${currentPasswordField(email, problem)}
      ${newPasswordFields(problem)}
      <button>Change the password</button>
    </form>
    <p class="soft">Every other browser that is signed in as you is signed out. <a href="/account">Back to the account</a></p>
  </div>`;
}

export function noPasswordNotice(provider: string): Html {
  return html`<div class="narrow">
    <h1>Change your password</h1>
    <p>You sign in with ${provider}: there is no password here to change.</p>
    <p><a href="/account">Back to the account</a></p>
  </div>`;
}

/** Message about a link that does not work any more, with the next step. */
export function spentLink(what: Html, canMail: boolean): Html {
  return html`<div class="narrow">
    <h1>This link does not work any more</h1>
    <div class="note warn" role="alert">${what}</div>
    ${canMail ? html`<p><a href="/sign-in/forgotten">Have a new link mailed to you</a>.</p>` : html`<p>Ask the operator of this service for a new one: the command <code>invite</code> makes it.</p>`}
    <p><a class="button" href="/sign-in">Sign in</a></p>
  </div>`;
}
