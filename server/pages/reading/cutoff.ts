/** Cutoff of a brief: a slider over the days with a change, and a list if no script runs. */
import type { ChangeDay, ChangeDays } from '../../reads/change-days.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { counted } from '../../../client/words/text.ts';
import { dayText, instantText } from '../shell/times.ts';

export type CutoffForm = {
  /** As in the document. */
  asOf: string;
  /** The requested cutoff; null for the newest. */
  asked: string | null;
  detail: 'overview' | 'full';
  changes: ChangeDays;
  /** The form's target and method: a preview is free to read; opening a live brief is a purchase, so it is a POST. */
  method: 'get' | 'post';
  action: string;
  /** Further fields of the form. */
  hidden: Readonly<Record<string, string>>;
  /** Price of the next brief. */
  price: Value;
  button: string;
};

export type Option = { value: string; words: string; day: string };

export function cutoffForm(form: CutoffForm): Html {
  const options = cutoffOptions(form);
  const chosen = form.asked ?? '';
  return html`<form class="card cutoff" method="${form.method}" action="${form.action}" data-cutoff aria-labelledby="cutoff-title">
    <h2 id="cutoff-title" class="plainly">Read it as it was known at a day</h2>
    ${Object.entries(form.hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <div class="field">
      <label for="as_of">Cutoff</label>
      <select id="as_of" name="as_of">
        ${options.map(({ value, words, day }) => html`<option value="${value}" data-day="${day}" ${value === chosen && html`selected`}>${words}</option>`)}
      </select>
      <p class="hint">${hintOf(form.changes)}</p>
    </div>
    <fieldset class="row">
      <legend>Detail</legend>
      ${(['overview', 'full'] as const).map((one) => html`<label class="check"><input type="radio" name="detail" value="${one}" ${one === form.detail && html`checked`} /> ${one === 'overview' ? 'Overview' : 'Full, with the cases'}</label>`)}
    </fieldset>
    <div class="row"><button>${form.button}</button> <span>${form.price}</span></div>
  </form>`;
}

function hintOf({ days, omitted }: ChangeDays): string {
  if (days.length === 0)
    return 'No research of this listing itself is recorded, so there is no day on which it changed.';
  const rest = omitted > 0 ? ` ${counted(omitted, 'earlier day')} ${omitted === 1 ? 'is' : 'are'} not listed.` : '';
  return `Each is the end of a day (UTC) on which something that is recorded of this listing changed. Prices move every session.${rest}`;
}

/** The newest first. A requested cutoff that is not one of the marks is inserted. */
export function cutoffOptions({
  asked,
  asOf,
  changes: { days, newest },
}: Pick<CutoffForm, 'asked' | 'asOf' | 'changes'>): Option[] {
  const marks = days
    .map((one) => ({
      value: `${one.day}T23:59:59.999Z`,
      words: `${dayText(one.day)}: ${changesOf(one)}`,
      day: dayText(one.day),
    }))
    .filter(({ value }) => value < newest);
  const top: Option = { value: '', words: `Newest (${instantText(newest)})`, day: dayText(newest) };
  const own =
    asked === null || marks.some(({ value }) => value === asked)
      ? []
      : [{ value: asked, words: `${instantText(asOf)}, as asked`, day: dayText(asOf) }];
  return [top, ...[...marks, ...own].sort((one, other) => (one.value < other.value ? 1 : -1))];
}

function changesOf({ revisions, details, closed, names }: ChangeDay): string {
  const parts = [
    revisions > 0 && counted(revisions, 'revision'),
    details > 0 && counted(details, 'claim, condition or note', 'claims, conditions and notes'),
    closed > 0 && `${counted(closed, 'record')} corrected, told anew or withdrawn`,
    names > 0 && 'name, industry or price history',
  ];
  return parts.filter((part) => part !== false).join('; ');
}
