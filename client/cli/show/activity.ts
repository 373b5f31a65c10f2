// Activity of a brief: recent changes of mind, people on each side, views that do not count, next dated events.
import type { Activity, DirectionCounts } from '../../../generated/api.ts';
import { dayText, said } from '../say.ts';
import { counted } from '../../words/text.ts';
import type { Fact, Sheet } from '../terminal/sheet.ts';
import { directions, notCountingWords } from '../../words/states.ts';
import type { SetupContext } from './trade-state.ts';

export function activity(found: Activity, { cites, letters }: SetupContext, sheet: Sheet): void {
  // Without direct research every number is zero.
  if (found.newest_observation_age_days === null) return;
  sheet.heading('Activity');
  const changes = changeFacts(found);
  const window = `in the ${found.window_days} days before the cutoff`;
  if (changes.length === 0) sheet.say(`No view was opened, turned, clarified, reversed or closed ${window}.`);
  else sheet.say(sheet.ink.paint('dim', `Changes ${window}; everything else is as of the cutoff.`));
  const silent = Object.entries(notCountingWords).flatMap(([reason, words]) => {
    const count = found.not_counting[reason as keyof typeof notCountingWords];
    return count > 0 ? [`${count} ${words}`] : [];
  });
  sheet.facts([
    ...changes,
    ['People', `with a counting view: ${byDirection(found.people) ?? 'none'}`],
    ['Not counting', silent.length === 0 ? null : `open views: ${silent.join(', ')}`],
    ['Newest', `observation ${counted(found.newest_observation_age_days, 'day')} before the cutoff`],
  ]);
  if (found.next_dated.length > 0) sheet.say(sheet.ink.paint('dim', 'Dated next'));
  for (const { due_on: due, kind, statement, belief_id: id, citation_id: citation } of found.next_dated) {
    const letter = letters.get(id);
    const whose = letter === undefined ? 'of a view that is not shown' : `of view ${letter}`;
    sheet.item(`${dayText(due)}, ${kind} ${whose}: ${said(statement)}${cites.to(citation)}`);
  }
}

function changeFacts(found: Activity): Fact[] {
  const opened = byDirection(found.opened);
  const turns = found.turned.map(({ from, to, view_count: count }) => `${count} from ${from} to ${to}`);
  const facts: Fact[] = [
    ['Opened', opened],
    ['Turned', turns.length === 0 ? null : turns.join(', ')],
    ['Clarified', views(found.clarified_view_count, ', by a first direction after unclear words')],
    ['Reversed', views(found.reversed_view_count)],
    ['Closed', views(found.closed_view_count)],
  ];
  return facts.filter(([, words]) => words !== null);
}

const views = (count: number, more = ''): string | null => (count === 0 ? null : `${counted(count, 'view')}${more}`);

/** Null if all counts are zero. */
function byDirection(counts: DirectionCounts): string | null {
  const some = (Object.keys(directions) as (keyof DirectionCounts)[]).filter((direction) => counts[direction] > 0);
  return some.length === 0 ? null : some.map((direction) => `${counts[direction]} ${direction}`).join(', ');
}
