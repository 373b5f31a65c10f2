/** Form of a review of a view's conditions, and the statement that a sent one makes. */
import { createHash } from 'node:crypto';
import type { BeliefRecord } from '../../generated/api.ts';
import { validityChoices } from '../ingest/statements/course-rules.ts';
import { externalStates } from '../ingest/schemas/fields.ts';
import { capital } from '../../client/words/text.ts';
import { type Html, html } from '../pages/shell/html.ts';
import type { Collection } from '../store/engine/db.ts';

export type ReviewValues = { get(name: string): string | null };

const valueOf = (values: ReviewValues, name: string): string => (values.get(name) ?? '').trim();

export function reviewForm(
  view: BeliefRecord,
  { collection, values }: { collection: Collection; values: ReviewValues },
): Html {
  const { belief_id: id, condition } = view;
  const chosen = (name: string, now: string): string => valueOf(values, name) || now;
  const fields = {
    validity: {
      label: 'Validity of its conditions',
      options: validityChoices(condition.validity),
      value: chosen('validity', condition.validity),
    },
    'external-state': {
      label: 'State of things outside the thesis',
      options: externalStates,
      value: chosen('external-state', condition.external_state),
    },
  };
  return html`<section class="card" aria-labelledby="review">
    <h2 id="review">Review its conditions</h2>
    <p>A review rests on evidence that you cite. It is staged like a load, and holds until the next review.</p>
    <form class="form" method="post" action="/views/${id}">
      <input type="hidden" name="collection" value="${collection}" />
      ${Object.entries(fields).map(([name, field]) => choice(name, field))}
      ${area('blockers', 'Blockers', { value: valueOf(values, 'blockers'), hint: 'What stands in the way of the view, one a line.', optional: true })}
      ${area('statement', 'Evidence', { value: valueOf(values, 'statement'), hint: 'What the source says about the conditions.' })}
      ${choice('words', { label: 'These are', options: ['the words of the source', 'a summary'], value: valueOf(values, 'words') })}
      ${line('source-url', 'Link', { value: valueOf(values, 'source-url'), type: 'url' })}
      ${line('source-title', 'Title of the source', { value: valueOf(values, 'source-title') })}
      ${line('author', 'Author of the source', { value: valueOf(values, 'author'), optional: true })}
      ${line('observed-at', 'Seen at', { value: valueOf(values, 'observed-at'), hint: 'In UTC. From then on the review counts.' })}
      <p class="check">
        <input type="checkbox" id="opened" name="opened" value="yes"${valueOf(values, 'opened') === 'yes' && html` checked`} />
        <label for="opened">I opened the link. Without this the citation is unverified.</label>
      </p>
      <p><button>Stage the review</button></p>
    </form>
  </section>`;
}

type Choice = { label: string; options: readonly string[]; value: string };

function choice(name: string, { label, options, value }: Choice): Html {
  return html`<p class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        (option) => html`<option value="${option}"${option === value && html` selected`}>${capital(option)}</option>`,
      )}
    </select>
  </p>`;
}

type TextField = { value: string; hint?: string; optional?: true; type?: string };

const optionalNote = html` <span class="soft">(optional)</span>`;

function area(name: string, label: string, { value, hint, optional }: TextField): Html {
  return html`<p class="field">
    <label for="${name}">${label}${optional === true && optionalNote}</label>
    <textarea id="${name}" name="${name}" rows="3" aria-describedby="${name}-hint"${optional !== true && html` required`}>${value}</textarea>
    <small class="hint" id="${name}-hint">${hint}</small>
  </p>`;
}

function line(name: string, label: string, { value, hint, optional, type = 'text' }: TextField): Html {
  return html`<p class="field">
    <label for="${name}">${label}${optional === true && optionalNote}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value}"${hint !== undefined && html` aria-describedby="${name}-hint"`}${optional !== true && html` required`} />
    ${hint !== undefined && html`<small class="hint" id="${name}-hint">${hint}</small>`}
  </p>`;
}

/** The fields of a page in its own words, by the field of the record. */
export const fieldLabels: { readonly [field: string]: string } = {
  'review.validity': 'Validity of its conditions',
  'review.external_state': 'State of things outside the thesis',
  'review.blockers': 'Blockers',
  statement: 'Evidence',
  source_url: 'Link',
  source_title: 'Title of the source',
  author_name: 'Author of the source',
  observed_at: 'Seen at',
};

/** The same form sent twice is the same record: its id is made of what it says. */
export function reviewRecord({ belief_id: id, person, subject }: BeliefRecord, values: ReviewValues): object {
  const author = valueOf(values, 'author');
  const blockers = valueOf(values, 'blockers').split(/\r?\n/);
  const fields = {
    dataset: 'Reviews at the desk',
    person,
    security: { ticker: subject.ticker },
    direction: 'unclear',
    observed_at: valueOf(values, 'observed-at'),
    statement: valueOf(values, 'statement').replaceAll('\r\n', '\n'),
    ...(valueOf(values, 'words') === 'a summary' && { statement_kind: 'summarised' }),
    review: {
      belief_id: id,
      validity: valueOf(values, 'validity'),
      external_state: valueOf(values, 'external-state'),
      blockers: blockers.map((blocker) => blocker.trim()).filter((blocker) => blocker !== ''),
    },
    source_url: valueOf(values, 'source-url'),
    source_title: valueOf(values, 'source-title'),
    ...(author !== '' && { author_name: author }),
    ...(valueOf(values, 'opened') === 'yes' && { source_url_kind: 'retrieved' }),
  };
  const digest = createHash('sha256').update(JSON.stringify(fields)).digest('hex');
  return { record_id: `review:${digest.slice(0, 32)}`, ...fields };
}
