/** Pages about the code of a device login: its entry, its faults, and its end. */
import type { Phase } from '../../access/devices/device-grant.ts';
import { DEVICE_GRANT_MINUTES } from '../../store/engine/lifetimes.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { quotedName } from '../shell/seen-name.ts';

export type CodePage = { title: string; status: number; main: Html };

export function enterCode(): CodePage {
  return {
    title: 'Connect a device',
    status: 200,
    main: html`<div class="narrow">
      <h1>Connect a device</h1>
      <p>A program that you started, such as a coding agent in a terminal, shows a code. Type it here.</p>
      ${codeForm()}
    </div>`,
  };
}

export function malformedCode(): CodePage {
  return unusable(
    'This is not a code',
    html`<p>
      A code looks like <code>RI-BCDF-GHJK-LMNP</code>: RI and twelve letters. It has no vowels, no Y and no digits;
      capitals, spaces and dashes make no difference.
    </p>`,
  );
}

/** The same page for an unknown code and an old one. */
export function wrongCode(): CodePage {
  return unusable(
    'This code is wrong',
    html`<p>
      No device waits with it. Compare it letter by letter with what your terminal shows, or start again there: a code
      works for ${DEVICE_GRANT_MINUTES} minutes.
    </p>`,
  );
}

function unusable(title: string, words: Html): CodePage {
  return {
    title,
    status: 404,
    main: html`<div class="narrow">
      <h1>${title}</h1>
      <div class="note bad" role="alert">${words}</div>
      ${codeForm()}
    </div>`,
  };
}

function codeForm(): Html {
  return html`<form class="stack card" method="get" action="/cli-auth">
    <div class="field">
      <label for="code">Code</label>
      <input id="code" name="code" required maxlength="64" autocomplete="off" autocapitalize="characters" spellcheck="false" />
      <p class="hint">For example RI-BCDF-GHJK-LMNP. Only type a code that your own terminal shows.</p>
    </div>
    <button>Go on</button>
  </form>`;
}

const keys = html`<a href="/account/keys">your account page</a>`;

/** States in which nothing is left to decide. */
const ended: Readonly<Record<Exclude<Phase, 'pending'>, { title: string; status: number; tone: string; words: Html }>> =
  {
    approved: {
      title: 'Approved',
      status: 200,
      tone: 'good',
      words: html`<p>The device fetches its key within seconds. You can close this page and go back to your terminal.</p>
      <p>The key is listed on ${keys}, where it can be revoked at any time. It costs nothing until it is used.</p>`,
    },
    lapsed: {
      title: 'Approved by somebody who is no admin any more',
      status: 200,
      tone: 'bad',
      words: html`<p>The device gets no key. Start again in the terminal, and have an admin approve it.</p>`,
    },
    delivered: {
      title: 'This code was used',
      status: 200,
      tone: 'good',
      words: html`<p>The device has its key. A code works once; nothing is left to do here.</p>
      <p>If you do not know the device, revoke its key on ${keys}.</p>`,
    },
    denied: {
      title: 'Cancelled',
      status: 200,
      tone: 'plain',
      words: html`<p>The device was refused and gets no key. If that was a mistake, start again in the terminal.</p>`,
    },
    expired: {
      title: 'This code has expired',
      status: 410,
      tone: 'warn',
      words: html`<p>Nobody approved it within ${DEVICE_GRANT_MINUTES} minutes, or the device did not fetch its key. Start again in the
      terminal to get a new code.</p>`,
    },
  };

export function endedLogin(
  phase: Exclude<Phase, 'pending'>,
  { code, deviceName }: { code: string; deviceName: string },
): CodePage {
  const { title, status, tone, words } = ended[phase];
  return {
    title,
    status,
    main: html`<div class="narrow">
      <h1>${title}</h1>
      <p class="usercode">${code}</p>
      <p>The device calls itself ${quotedName(deviceName)}.</p>
      <div class="note ${tone}" role="status">${words}</div>
    </div>`,
  };
}

export function note(text: string): Value {
  return html`<p class="note bad" role="alert" id="problem">${text}</p>`;
}
