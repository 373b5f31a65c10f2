/** Fields for the limits of a key, on the form that creates a key and on the one that changes it. */
import {
  allowedSet,
  isKeyOperation,
  keyOperations,
  key_minute_max,
  operationWords,
} from '../../access/key-operations.ts';
import type { Instant } from '../../store/engine/db.ts';
import type { KeyLimits } from '../../store/people/keys.ts';
import { KEY_LIFE_DAYS } from '../../store/engine/lifetimes.ts';
import { type Html, html } from '../shell/html.ts';
import { instantText, time } from '../shell/times.ts';
import { whole } from './figures.ts';
import type { NoticeName } from './notices.ts';

const day_ms = 86_400_000;

export function keyLimitFields(limits: KeyLimits): Html {
  const { expires_at: expiry, minute_max: minute, operations } = limits;
  const isChosen = (name: string): boolean => operations === null || operations.includes(name);
  return html`<div class="field">
      <label for="key-expires">Works</label>
      <select id="key-expires" name="expires">
        ${expiry !== null && html`<option value="keep" selected>Until ${instantText(expiry)}, as it is</option>`}
        <option value="never"${expiry === null && html` selected`}>Until it is revoked</option>
        ${KEY_LIFE_DAYS.map((days) => html`<option value="${days}">For ${days} days, from now</option>`)}
      </select>
    </div>
    <div class="field">
      <label for="key-minute">Requests a minute</label>
      <input id="key-minute" name="minute" inputmode="numeric" autocomplete="off" value="${minute ?? ''}" aria-describedby="key-minute-hint" />
      <p class="hint" id="key-minute-hint">Empty: as many as the workspace may ask. All its keys and chats together never ask more.</p>
    </div>
    <fieldset>
      <legend>May ask for</legend>
      <label class="check"
        ><input type="radio" name="reads" value="all"${operations === null && html` checked`} /><span>Everything</span></label
      >
      <label class="check"
        ><input type="radio" name="reads" value="some"${operations !== null && html` checked`} /><span
          >Only these, and its own status:</span
        ></label
      >
      ${keyOperations.map(
        ([name, words]) =>
          html`<label class="check"
            ><input type="checkbox" name="operation" value="${name}"${isChosen(name) && html` checked`} /><span
              >${words}</span
            ></label
          >`,
      )}
    </fieldset>`;
}

export const keyLimitFaults = [
  'key-expiry',
  'key-minute',
  'key-operations',
  'key-operations-unclear',
] as const satisfies readonly NoticeName[];
export type KeyLimitFault = (typeof keyLimitFaults)[number];

/** Limits in the fields, or their faults. A form without them keeps the previous limits. */
export function readKeyLimits(form: URLSearchParams, before: KeyLimits, now: Instant): KeyLimits | KeyLimitFault {
  const expires_at = expiryOf(form.get('expires'), before, now);
  if (expires_at === undefined) return 'key-expiry';
  const minute = (form.get('minute') ?? '').trim();
  const minute_max = minute === '' ? null : Number(minute);
  if (minute_max !== null && !(/^\d{1,10}$/.test(minute) && minute_max >= 1 && minute_max <= key_minute_max))
    return 'key-minute';
  const operations = operationsOf(form, before.operations);
  return typeof operations === 'string' ? operations : { expires_at, minute_max, operations };
}

/**
 * "Everything" needs all boxes, or the boxes as the form showed them. A removed tick means a wish to allow less, and a
 * key with too many rights would go unnoticed.
 */
function operationsOf(form: URLSearchParams, shown: KeyLimits['operations']): KeyLimits['operations'] | KeyLimitFault {
  const [choices, chosen] = [form.getAll('reads'), form.getAll('operation')];
  if (choices.length === 0 && chosen.length === 0) return shown;
  const known = chosen.filter(isKeyOperation);
  if (known.length < chosen.length) return 'key-operations';
  const [choice, ...more] = choices;
  if (more.length > 0) return 'key-operations-unclear';
  if (choice === 'some') return known.length === 0 ? 'key-operations' : allowedSet(known);
  const shownBoxes = shown?.filter(isKeyOperation) ?? null;
  const isClear = [null, shownBoxes].some((boxes) => String(boxes) === String(allowedSet(known)));
  return choice === 'all' && isClear ? null : 'key-operations-unclear';
}

/** Undefined for a text that is not an option of the form. */
function expiryOf(text: string | null, before: KeyLimits, now: Instant): Instant | null | undefined {
  if (text === 'keep') return before.expires_at;
  if (text === null || text === 'never') return null;
  const days = KEY_LIFE_DAYS.find((one) => String(one) === text);
  return days === undefined ? undefined : new Date(Date.parse(now) + days * day_ms).toISOString();
}

/** The limits of a key for a list, or null for a key without limits. */
export function keyLimitWords({ expires_at: expiry, minute_max: minute, operations }: KeyLimits): Html | null {
  if (expiry === null && minute === null && operations === null) return null;
  return html`<small class="soft"
    >${expiry !== null && html`Until ${time(expiry)}. `}${minute !== null && html`At most ${whole(minute)} a minute. `}${
      operations !== null && html`Only ${operations.map(operationWords).join(', ')}.`
    }</small
  >`;
}
