/** Changes of a listing since an earlier day: a form to choose the day, and the list with its sources. */
import type { ChangeItem, ChangesPage } from '../../../generated/api.ts';
import { changeTitles, changeValues } from '../../../client/words/changes.ts';
import type { Sign, Tone } from '../../../client/words/states.ts';
import { counted, words } from '../../../client/words/text.ts';
import { groupedBy } from '../../store/engine/grouped.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { type Cites, furtherCites } from './citations.ts';
import { type CutoffForm, cutoffOptions, dayField, hiddenFields } from './cutoff.ts';
import { label } from './drawing/labels.ts';
import { day, instant, text } from './drawing/say.ts';

export type ChangedPart = Pick<CutoffForm, 'method' | 'action' | 'hidden' | 'changes' | 'price' | 'button'> & {
  /** The cutoff of the brief, which is the later one. */
  asOf: string;
  /** The requested earlier cutoff; null for none. */
  since: string | null;
  found: ChangesPage | null;
  /** True for a page after the first. */
  isFurther: boolean;
  /** The refusal of the question, if it was refused. */
  notice: string | null;
};

/** Labels at the values that the shown changes concern; none without changes. */
export type ChangeMarks = {
  readonly view: (beliefId: string) => Html | false;
  readonly object: (object: ChangeItem['object']) => Html | false;
  readonly condition: (statement: string) => Html | false;
};

export function changeMarks(found: ChangesPage | null): ChangeMarks {
  const changes = found?.data.changes ?? [];
  const mark = (words: string): Html => label('Changed', words, ['warn', 'dot']);
  return {
    view: (id) => {
      const { length } = changes.filter(({ belief_id: of }) => of === id);
      return length > 0 && mark(counted(length, 'change'));
    },
    object: (object) => {
      const change = changes.find((one) => one.object === object && one.belief_id === null);
      return change !== undefined && mark(change.before === null ? 'new' : `was ${words(change.before)}`);
    },
    condition: (statement) => {
      const change = changes.find((one) => one.object === 'condition' && one.statement?.text === statement);
      return change !== undefined && mark(changeTitles[change.kind][0]);
    },
  };
}

/** `shown` are the sources of the brief. */
export function changed(part: ChangedPart, shown: Cites): Html {
  const { found, notice, since, changes, asOf } = part;
  const options = cutoffOptions({ asked: since, asOf: since ?? asOf, changes }).filter(
    ({ value }) => value !== '' && (value < asOf || value === since),
  );
  if (options.length === 0) return html``;
  return html`<section class="card changed" aria-labelledby="changed">
    <h2 id="changed">What changed since a day</h2>
    <form data-redraw method="${part.method}" action="${part.action}#changed" class="row">
      ${hiddenFields(part.hidden)}
      <label for="since">Since the end of</label>
      <select id="since" name="since">
        ${options.map(({ value, words }) => html`<option value="${value}" ${value === since && html`selected`}>${words}</option>`)}
      </select>
      ${dayField('since', changes, asOf)}
      <button>${part.button}</button> <span>${part.price}</span>
    </form>
    ${notice !== null && html`<p class="note warn" role="alert">${notice}</p>`} ${found !== null && listOf(part, found, shown)}
  </section>`;
}

function listOf(part: ChangedPart, found: ChangesPage, shown: Cites): Html {
  const { changes, citations } = found.data;
  const cites = furtherCites(citations, shown);
  const ofBrief = changes.filter(({ belief_id: id }) => id === null);
  const ofViews = groupedBy(changes, ({ belief_id: id }) => id ?? '');
  ofViews.delete('');
  const count = part.isFurther ? counted(changes.length, 'further change') : counted(changes.length, 'change');
  const more = found.pagination.next_cursor !== null && ' There are more.';
  return html`<p>${count} from ${instant(found.since)} to ${instant(found.as_of)}.${more}</p>
    ${itemsOf(ofBrief, found, cites)}
    ${[...ofViews.values()].map((group) => viewGroup(group, found, cites))} ${nextPage(part, found)}
    ${
      cites.count > 0 &&
      html`<h3>Sources of these changes alone</h3>
        ${cites.items}`
    }`;
}

/** Changes of one view: what became of it, and everything that changed in it when unfolded. */
function viewGroup(group: readonly ChangeItem[], period: Period, cites: Cites): Html {
  const moves = group.filter(({ object }) => object === 'view');
  const [first, last] = [moves[0] ?? group[0], moves.at(-1) ?? group[0]];
  if (first === undefined || last === undefined) return html``;
  const course = { ...last, before: first.before, direction_before: first.direction_before };
  return html`<details>
    <summary>
      <span>${first.person?.name ?? 'A view'}${moves.length > 0 && html`: ${changeValues(course, '→')}`}</span>
      <span class="soft small">${counted(group.length, 'change')}</span>
    </summary>
    ${itemsOf(group, period, cites)}
  </details>`;
}

function itemsOf(changes: readonly ChangeItem[], period: Period, cites: Cites): Html | false {
  return changes.length > 0 && html`<ul class="bare changes">${changes.map((one) => item(one, period, cites))}</ul>`;
}

function nextPage(part: ChangedPart, { pagination, since }: ChangesPage): Html | false {
  const { next_cursor: cursor } = pagination;
  if (cursor === null) return false;
  return html`<form method="${part.method}" action="${part.action}#changed" class="row">
    ${hiddenFields({ ...part.hidden, since, cursor })}
    <button>Further changes</button> <span>${part.price}</span>
  </form>`;
}

const signs: Record<Tone, Sign> = { good: 'check', warn: 'warn', bad: 'cross', plain: 'dot' };

/** The two cutoffs of a page of changes. */
type Period = Pick<ChangesPage, 'since' | 'as_of'>;

/** A value that is computed, such as the action, was compared at both cutoffs and observed at none. */
function datedChange({ observed_at: at }: ChangeItem, { since, as_of: until }: Period): Html {
  return at === null ? html`between ${day(since.slice(0, 10))} and ${day(until.slice(0, 10))}` : instant(at);
}

function item(change: ChangeItem, period: Period, cites: Cites): Html {
  const [title, tone] = changeTitles[change.kind];
  const { statement, reason, citation_ids: ids } = change;
  const said: Value = statement === null ? (reason ?? false) : text(statement);
  return html`<li>
    <p class="row">
      ${label('Change', title, [tone, signs[tone]])} <strong>${changeValues(change, '→')}</strong> ${said === false && cites.to(...ids)}
      <span class="soft small">${datedChange(change, period)}</span>
    </p>
    ${said !== false && html`<p>${said}${cites.to(...ids)}</p>`}
  </li>`;
}
