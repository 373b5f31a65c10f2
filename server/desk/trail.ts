/** Audit trail of the whole service, the newest events first. */
import { eventsList } from '../pages/account/trail-section.ts';
import { html } from '../pages/shell/html.ts';
import { sendPage } from '../pages/shell/page.ts';
import { listEvents } from '../store/people/admin-events.ts';
import { deskPage } from './frame.ts';
import type { DeskHandler } from './guard.ts';

const EVENTS_SHOWN = 200;

export const showTrail: DeskHandler = async ({ db }, { response, operator }) => {
  const events = await listEvents(db, { limit: EVENTS_SHOWN });
  const main = html`<h1>Audit trail</h1>
    <p class="soft">
      Who changed what, the newest first. Nobody can change or delete an entry.
      ${events.length === EVENTS_SHOWN && `The newest ${EVENTS_SHOWN}; the command events lists all.`}
    </p>
    <div class="card">${eventsList(events)}</div>`;
  sendPage(response, deskPage({ title: 'Audit trail', operator, current: 'trail', main }));
};
