/** #sessions: the browsers in which a person is signed in, in whatever workspaces. */
import type { ListedSession } from '../../store/sessions.ts';
import { type Html, html } from '../html.ts';
import { time } from '../times.ts';
import { label } from './figures.ts';

export function sessionsSection(sessions: readonly ListedSession[], currentId: string): Html {
  return html`<section class="card" aria-labelledby="sessions">
    <h2 id="sessions">Sessions</h2>
    <p class="soft">Browsers in which you are signed in. End those that you do not know.</p>
    <ul class="entries">
      ${sessions.map((session) => entryOf(session, currentId))}
    </ul>
    ${
      sessions.length > 1 &&
      html`<form method="post" action="/account/sessions/end-others">
      <button class="danger">End all other sessions</button>
    </form>`
    }
  </section>`;
}

function entryOf(
  { session_id: id, browser, created_at: since, seen_at: seen }: ListedSession,
  currentId: string,
): Html {
  const isCurrent = id === currentId;
  return html`<li>
    <div>
      <strong>${browser}</strong> ${isCurrent && label('good', 'This browser')}<br />
      <small class="soft">Signed in ${time(since)}, last seen ${time(seen)}</small>
    </div>
    <form method="post" action="/account/sessions/end">
      <input type="hidden" name="session" value="${id}" />
      <button class="quiet">${isCurrent ? 'Sign out here' : 'End'} <span class="heard">${browser}</span></button>
    </form>
  </li>`;
}
