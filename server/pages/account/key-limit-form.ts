/** The fields that hold a key to less than its workspace may, on the form that makes a key and on the one that changes it. */
import {
  allowedSet,
  isKeyOperation,
  keyOperations,
  key_minute_max,
  operationWords,
} from '../../access/key-operations.ts';
import type { Instant } from '../../store/db.ts';
import type { KeyLimits } from '../../store/keys.ts';
import { KEY_LIFE_DAYS } from '../../store/lifetimes.ts';
import { type Html, html } from '../html.ts';
import { instantText, time } from '../times.ts';
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

export const keyLimitFaults = ['key-expiry', 'key-minute', 'key-operations'] as const satisfies readonly NoticeName[];
export type KeyLimitFault = (typeof keyLimitFaults)[number];

/** The limits of the fields, or their faults. A form without them leaves the key as it was. */
export function readKeyLimits(form: URLSearchParams, before: KeyLimits, now: Instant): KeyLimits | KeyLimitFault {
  const expires_at = expiryOf(form.get('expires'), before, now);
  if (expires_at === undefined) return 'key-expiry';
  const minute = (form.get('minute') ?? '').trim();
  const minute_max = minute === '' ? null : Number(minute);
  if (minute_max !== null && !(/^\d{1,10}$/.test(minute) && minute_max >= 1 && minute_max <= key_minute_max))
    return 'key-minute';
  if (form.get('reads') !== 'some') return { expires_at, minute_max, operations: null };
  const chosen = form.getAll('operation');
  const known = chosen.filter(isKeyOperation);
  if (known.length === 0 || known.length < chosen.length) return 'key-operations';
  return { expires_at, minute_max, operations: allowedSet(known) };
}

/** Undefined for what no option of the form says. */
function expiryOf(text: string | null, before: KeyLimits, now: Instant): Instant | null | undefined {
  if (text === 'keep') return before.expires_at;
  if (text === null || text === 'never') return null;
  const days = KEY_LIFE_DAYS.find((one) => String(one) === text);
  return days === undefined ? undefined : new Date(Date.parse(now) + days * day_ms).toISOString();
}

/** The limits of a key as a list shows them; null for a key without limits of its own. */
export function keyLimitWords({ expires_at: expiry, minute_max: minute, operations }: KeyLimits): Html | null {
  if (expiry === null && minute === null && operations === null) return null;
  return html`<small class="soft"
    >${expiry !== null && html`Until ${time(expiry)}. `}${minute !== null && html`At most ${whole(minute)} a minute. `}${
      operations !== null && html`Only ${operations.map(operationWords).join(', ')}.`
    }</small
  >`;
}
