/** /account/sessions: the browsers with a session of the person, across workspaces. */
import type { ListedSession } from '../../store/people/sessions.ts';
import { type Html, html } from '../shell/html.ts';
import { time } from '../shell/times.ts';
import { label } from './figures.ts';

export function sessionsSection(sessions: readonly ListedSession[], currentId: string): Html {
  return html`<section class="card" id="sessions" aria-label="Sessions">
    <p class="soft">Browsers in which you are signed in. End those that you do not know.</p>
    <ul class="entries">
      ${sessions.map((session) => entryOf(session, currentId))}
    </ul>
    ${
      sessions.length > 1 &&
      html`<p><a class="button danger" href="/account/sessions/end-others">End all other sessions</a></p>`
    }
  </section>`;
}

function entryOf(
  { session_id: id, browser, created_at: since, seen_at: seen }: ListedSession,
  currentId: string,
): Html {
  const isCurrent = id === currentId;
  const what = html`<span class="heard">${browser}</span>`;
  return html`<li>
    <div>
      <strong>${browser}</strong> ${isCurrent && label('good', 'This browser')}<br />
      <small class="soft">Signed in ${time(since)}, last seen ${time(seen)}</small>
    </div>
    ${
      isCurrent
        ? html`<form method="post" action="/sign-out"><button class="quiet">Sign out here ${what}</button></form>`
        : html`<a class="button quiet" href="/account/sessions/end?session=${id}">End ${what}</a>`
    }
  </li>`;
}
