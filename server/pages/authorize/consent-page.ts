/** Consent page: a person decides whether an AI chat may read for them, and which workspace pays. */
import type { AuthorizationRequest } from '../../access/chats/authorization-request.ts';
import { hostOf, isLoopback } from '../../access/chats/redirect-uris.ts';
import { CHAT_GRANT_DAYS, REFRESH_TOKEN_DAYS } from '../../store/engine/lifetimes.ts';
import type { ListedGrant } from '../../store/people/oauth-connections.ts';
import { label } from '../account/figures.ts';
import { nameOf, payerFields } from '../account/workspace-choice.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import type { SignedIn } from '../shell/signed-in.ts';
import { time } from '../shell/times.ts';

/** Reasons to show the page again; its address carries only the word, so only these sentences appear. */
const problems = {
  workspace: 'Nothing was allowed. Choose the workspace that pays.',
  membership: 'Nothing was allowed: you are not in that workspace any more.',
} as const;
export type ConsentProblem = keyof typeof problems;

export function isConsentProblem(text: string | null): text is ConsentProblem {
  return text !== null && Object.hasOwn(problems, text);
}

export type Consent = {
  /** As the operator registered it. */
  clientName: string;
  request: AuthorizationRequest;
  viewer: SignedIn;
  /** The grant that the person has given this chat before, or null. */
  standing: ListedGrant | null;
  problem: ConsentProblem | null;
  /** Ways to a workspace for a person in none. */
  offer: Html | null;
};

export function consentPage(consent: Consent): { title: string; main: Html } {
  const { clientName, problem, viewer } = consent;
  const canPay = viewer.memberships.length > 0;
  const title = canPay ? `${clientName} asks to read research for you` : 'You need a workspace first';
  return {
    title,
    main: html`<div class="narrow">
      <h1>${title}</h1>
      ${problem !== null && html`<p class="note bad" role="alert" id="problem">${problems[problem]}</p>`}
      ${canPay ? asked(consent) : withoutWorkspace(consent)}
    </div>`,
  };
}

function asked(consent: Consent): Html {
  const { clientName, standing, request, viewer, problem } = consent;
  return html`<div class="note warn">
      <p>
        ${label('warn', 'Careful')} Go on only if you started this yourself, just now, in the chat. Nobody from this service
        will ever send you this page.
      </p>
    </div>
    ${facts(consent)} ${standing !== null && standingNote(standing)}
    <form class="stack" method="post" action="${request.path}">
      ${payerFields(viewer.memberships, problem === 'workspace')}
      <section aria-labelledby="may">
        <h2 id="may" class="first">What ${clientName} may do</h2>
        <ul>
          <li>Read research for your questions. Each answered research request is charged to the workspace above.</li>
          <li>See how much credit is left. That is free.</li>
        </ul>
      </section>
      <section aria-labelledby="may-not">
        <h2 id="may-not" class="first">What it may not</h2>
        <ul>
          <li>This gives the chat no key, password or card. It changes nothing, buys nothing, and does not open your account.</li>
          <li>We see what it asks us, and never your conversation.</li>
        </ul>
      </section>
      <p>
        It lasts for ${CHAT_GRANT_DAYS} days, unless you end it before under <a href="/account/connections">Connections</a>, which you can at
        any time, or the chat leaves it unused for ${REFRESH_TOKEN_DAYS} days.
      </p>
      <div class="row">
        <button class="quiet" name="decision" value="deny" formnovalidate>Cancel</button>
        <button name="decision" value="approve">Allow</button>
      </div>
      <p class="hint">Both lead back to <strong>${hostOf(request.redirectUri)}</strong>. Cancel refuses the chat.</p>
    </form>`;
}

function facts({ clientName, request, viewer }: Consent): Html {
  const [only] = viewer.memberships;
  return html`<dl class="facts">
    <dt>Who asks</dt>
    <dd><strong>${clientName}</strong><br /><small>The name under which it is registered here.</small></dd>
    <dt>Answer goes to</dt>
    <dd><strong>${hostOf(request.redirectUri)}</strong>${placeOf(request.redirectUri)}</dd>
    <dt>Signed in as</dt>
    <dd>${viewer.email}</dd>
    ${
      only !== undefined &&
      viewer.memberships.length === 1 &&
      html`<dt>Workspace that pays</dt>
      <dd>${nameOf(only)}</dd>`
    }
  </dl>`;
}

function placeOf(redirectUri: string): Value {
  if (!isLoopback(redirectUri)) return null;
  return html`<br /><small>A program on the computer that you are using now.</small>`;
}

function standingNote({ created_at: since, workspace_name: name }: ListedGrant): Html {
  return html`<div class="note">
    <p>
      You connected it before, ${time(since)}, and <strong>${name}</strong> pays. If you allow it again, the workspace that you
      choose now pays from then on, wherever you use this chat.
    </p>
  </div>`;
}

function withoutWorkspace({ clientName, request, viewer, offer }: Consent): Html {
  return html`<div class="note">
      <p>
        <strong>${clientName}</strong> asks to read research, and each answered research request is charged to a workspace.
        ${viewer.email} is in none.
      </p>
    </div>
    ${offer}
    <form class="stack" method="post" action="${request.path}">
      <button class="quiet" name="decision" value="deny">Cancel</button>
      <p class="hint">Cancel refuses the chat, and leads back to <strong>${hostOf(request.redirectUri)}</strong>.</p>
    </form>`;
}
