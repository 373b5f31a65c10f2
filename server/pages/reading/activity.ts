/** The next dated events, and recent changes of view. */
import type { Activity, BriefOverview, DatedEvent, DirectionCounts, View } from '../../../generated/api.ts';
import { type Html, html } from '../shell/html.ts';
import { notCountingWords } from '../../../client/words/states.ts';
import type { Cites } from './citations.ts';
import { day, text } from './drawing/say.ts';
import { capital, counted } from '../../../client/words/text.ts';

const directions = ['bullish', 'bearish', 'mixed', 'unclear'] as const;
const reasons = ['invalidated', 'status', 'horizon', 'silent'] as const;

export function activity({ activity: found, views }: Pick<BriefOverview, 'activity' | 'views'>, cites: Cites): Html {
  // Without own research every number is zero.
  if (found.newest_observation_age_days === null) return html``;
  const { next_dated: next, window_days: days, newest_observation_age_days: age, not_counting: not } = found;
  const silent = reasons
    .filter((reason) => not[reason] > 0)
    .map((reason) => `${not[reason]} ${notCountingWords[reason]}`);
  return html`${next.length > 0 && html`<section class="card" aria-labelledby="next"><h2 id="next">Dated next</h2><ul class="bare dated">${next.map((one) => dated(one, views, cites))}</ul></section>`}
  <section class="card" aria-labelledby="activity">
    <h2 id="activity">Activity</h2>
    <h3>In the ${days} days before the cutoff</h3>
    ${changes(found)}
    ${silent.length > 0 && html`<p class="small">Open views that do not count: ${silent.join(', ')}.</p>`}
    <p class="soft small">The newest observation is ${counted(age, 'day')} before the cutoff.</p>
  </section>`;
}

function changes(found: Activity): Html {
  const opened = byDirection(found.opened);
  const turns = found.turned.map(({ from, to, view_count: count }) => `${count} from ${from} to ${to}`);
  const rows = [
    opened !== null && html`<dt>Opened</dt><dd>${opened}</dd>`,
    turns.length > 0 && html`<dt>Turned</dt><dd>${turns.join(', ')}</dd>`,
    found.clarified_view_count > 0 &&
      html`<dt>Clarified</dt><dd>${counted(found.clarified_view_count, 'view')}, by a first direction after unclear words</dd>`,
    found.reversed_view_count > 0 && html`<dt>Reversed</dt><dd>${counted(found.reversed_view_count, 'view')}</dd>`,
    found.closed_view_count > 0 && html`<dt>Closed</dt><dd>${counted(found.closed_view_count, 'view')}</dd>`,
  ];
  if (rows.every((row) => row === false))
    return html`<p>No view was opened, turned, clarified, reversed or closed.</p>`;
  return html`<dl class="facts">${rows}</dl>`;
}

/** Null if there is none in any direction. */
function byDirection(counts: DirectionCounts): string | null {
  const some = directions.filter((direction) => counts[direction] > 0);
  return some.length === 0 ? null : some.map((direction) => `${counts[direction]} ${direction}`).join(', ');
}

function dated(one: DatedEvent, views: readonly View[], cites: Cites): Html {
  const view = views.find(({ belief_id: id }) => id === one.belief_id);
  const whose =
    view === undefined ? 'of a view that is not shown' : html`of <a href="#${view.belief_id}">${view.person.name}</a>`;
  return html`<li><strong>${day(one.due_on)}</strong> <span>${capital(one.kind)} ${whose}: ${text(one.statement)}${cites.to(one.citation_id)}</span></li>`;
}
