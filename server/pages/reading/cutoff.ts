/** Cutoff of a brief or a person: the list of days with a change, which a script turns into a slider. */
import type { ChangeDay, ChangeDays } from '../../reads/change-days.ts';
import { type Html, type Value, html } from '../shell/html.ts';
import { counted } from '../../../client/words/text.ts';
import { dayText, instantText } from '../shell/times.ts';
import { DAY_END, dayFields } from './question.ts';

export type CutoffForm = {
  /** As in the document. */
  asOf: string;
  /** The requested cutoff; null for the newest. */
  asked: string | null;
  /** Null if the answer has one form only. */
  detail: 'overview' | 'full' | null;
  /** The page in words, and the subject of its changes. */
  of?: { page: string; subject: string };
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

const day_ms = 86_400_000;
/** The first day of the field where not every day with a change is listed. */
const EARLIEST = '1990-01-01';

export type Option = { value: string; words: string; day: string };

/** A slim bar that stays in view. A script adds the slider, and redraws a free brief while it moves. */
export function cutoffForm(form: CutoffForm): Html {
  const options = cutoffOptions(form);
  const { page, subject } = form.of ?? { page: 'brief', subject: 'this listing' };
  const chosen = form.asked ?? '';
  return html`<form class="cutoff" id="cutoff" method="${form.method}" action="${form.action}" data-cutoff aria-label="Cutoff of the ${page}">
    ${hiddenFields(form.hidden)}
    <p class="cutoff-day"><label for="as_of">As known on</label>
      <select id="as_of" name="as_of" aria-describedby="cutoff-hint">
        ${options.map(({ value, words, day }) => html`<option value="${value}" data-day="${day}" ${value === chosen && html`selected`}>${words}</option>`)}
      </select></p>
    ${dayField('as_of', form.changes, form.changes.newest)}
    ${form.detail !== null && detailField(form.detail)}
    <p class="cutoff-act"><button>${form.button}</button> <span class="soft small">${form.price} <span class="heard" id="cutoff-hint">${hintOf(form.changes, subject)}</span></span></p>
    <p class="heard" role="status" id="redrawn"></p>
  </form>`;
}

/** Field for any day before a limit, next to the list of days. A script draws the page as soon as a day is complete. */
export function dayField(list: keyof typeof dayFields, { days, omitted }: ChangeDays, before: string): Html {
  const first = omitted > 0 ? undefined : days.at(-1)?.day;
  const last = new Date(Date.parse(before) - day_ms).toISOString().slice(0, 10);
  if (first !== undefined && first > last) return html``;
  const id = dayFields[list];
  return html`<p class="any-day"><label for="${id}">or any day</label>
    <input id="${id}" name="${id}" type="date" min="${first ?? EARLIEST}" max="${last}" /></p>`;
}

const details = [
  ['overview', 'Overview'],
  ['full', 'Full'],
] as const;

function detailField(chosen: 'overview' | 'full'): Html {
  return html`<p class="cutoff-detail"><label for="detail" class="heard">Detail</label>
    <select id="detail" name="detail">${details.map(([value, words]) => html`<option value="${value}" ${value === chosen && html`selected`}>${words}</option>`)}</select></p>`;
}

export function hiddenFields(fields: CutoffForm['hidden']): Html[] {
  return Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

function hintOf({ days, omitted }: ChangeDays, subject: string): string {
  if (days.length === 0) return `No research of ${subject} itself is recorded, so there is no day on which it changed.`;
  const rest = omitted > 0 ? ` ${counted(omitted, 'earlier day')} ${omitted === 1 ? 'is' : 'are'} not listed.` : '';
  return `Each is the end of a day (UTC) on which something that is recorded of ${subject} changed. Prices move every session.${rest}`;
}

/** The newest first. A requested cutoff that is not one of the marks is inserted. */
export function cutoffOptions({
  asked,
  asOf,
  changes: { days, newest },
}: Pick<CutoffForm, 'asked' | 'asOf' | 'changes'>): Option[] {
  const marks = days
    .map((one) => ({
      value: `${one.day}${DAY_END}`,
      words: `${dayText(one.day)}: ${changesOf(one)}`,
      day: dayText(one.day),
    }))
    .filter(({ value }) => value < newest);
  const top: Option = { value: '', words: `Newest: ${dayText(newest)}`, day: dayText(newest) };
  const own =
    asked === null || marks.some(({ value }) => value === asked)
      ? []
      : [{ value: asked, words: asked.endsWith(DAY_END) ? dayText(asOf) : instantText(asOf), day: dayText(asOf) }];
  return [top, ...[...marks, ...own].sort((one, other) => (one.value < other.value ? 1 : -1))];
}

/** Short enough for a phone; the list of changes has the kinds. */
function changesOf({ revisions, details, closed, names }: ChangeDay): string {
  return counted(revisions + details + closed + (names > 0 ? 1 : 0), 'change');
}
