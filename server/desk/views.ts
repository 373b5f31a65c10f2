/** Views of a ticker at the desk, and one view with the form of a review of its conditions. */
import type { BeliefDetail, BeliefRecord, BeliefsPage } from '../../generated/api.ts';
import type { CommandResult } from '../admin/command.ts';
import { ProblemError } from '../contract/problems.ts';
import { directionLabel, externalLabel, statusLabel, validityLabel } from '../pages/reading/drawing/labels.ts';
import { readQuery } from '../pages/shell/form.ts';
import { type Html, html } from '../pages/shell/html.ts';
import { sendPage } from '../pages/shell/page.ts';
import { time } from '../pages/shell/times.ts';
import type { Collection } from '../store/engine/db.ts';
import { releasedViews } from '../store/staged/import-reviews.ts';
import { foldTicker } from '../terms/ticker.ts';
import type { DeskContext } from './context.ts';
import { deskPage } from './frame.ts';
import type { DeskHandler, DeskRequest } from './guard.ts';
import { resultNote } from './result.ts';
import { reviewForm, type ReviewValues } from './review-form.ts';
import { collectionOf } from './staged.ts';

/** The most that a reader may ask for. */
const VIEWS_SHOWN = 50;

export const showViews: DeskHandler = async ({ answers }, { request, response, operator }) => {
  const query = readQuery(request);
  const collection = collectionOf(query);
  const ticker = foldTicker((query.get('ticker') ?? '').trim());
  const found = ticker === '' ? null : await viewsOf(answers, collection, ticker);
  const main = html`<h1>Views</h1>
    <p>The verdict of a ticker stays at WAIT until the conditions of a view are reviewed.</p>
    <form class="form card" method="get" action="/views">
      <p class="field"><label for="ticker">Ticker</label><input id="ticker" name="ticker" value="${ticker}" required /></p>
      <p class="field">
        <label for="collection">Collection</label>
        <select id="collection" name="collection">
          <option value="live">live</option>
          <option value="preview"${collection === 'preview' && html` selected`}>preview</option>
        </select>
      </p>
      <p><button>Show its views</button></p>
    </form>
    ${found !== null && viewList(found, { collection, ticker })}`;
  sendPage(response, deskPage({ title: 'Views', operator, current: 'views', main }));
};

type Item = BeliefsPage['data']['beliefs'][number];

async function viewsOf(answers: DeskContext['answers'], collection: Collection, ticker: string): Promise<Item[]> {
  try {
    const { bytes } = await answers.beliefs(collection, { ticker, limit: VIEWS_SHOWN });
    return [...(JSON.parse(bytes.toString()) as BeliefsPage).data.beliefs];
  } catch (error) {
    if (error instanceof ProblemError && (error.code === 'not-covered' || error.code === 'invalid-request')) return [];
    throw error;
  }
}

function viewList(found: readonly Item[], { collection, ticker }: { collection: Collection; ticker: string }): Html {
  if (found.length === 0) return html`<p>No view of ${ticker} is released to ${collection}.</p>`;
  return html`<ul class="entries card">
      ${found.map(
        ({ belief_id: id, person, thesis, direction, status, observed_at: at }) =>
          html`<li>
            <div>
              <a href="/views/${id}?collection=${collection}">${person.name}: ${direction}, ${status}</a><br />
              ${thesis.text}<br />
              <small class="soft">first observed ${time(at)}</small>
            </div>
          </li>`,
      )}
    </ul>
    ${found.length === VIEWS_SHOWN && html`<p class="soft">The newest ${VIEWS_SHOWN} views.</p>`}`;
}

/** Throws not-found for an id that no released view has. */
export async function viewWith(
  { answers }: DeskContext,
  collection: Collection,
  id: string | undefined,
): Promise<BeliefRecord> {
  const unknown = new ProblemError('not-found', { detail: 'No released view has this id.' });
  if (id === undefined || !/^bel_[0-9a-f]{32}$/.test(id)) throw unknown;
  try {
    const { bytes } = await answers.belief(collection, id, undefined);
    return (JSON.parse(bytes.toString()) as BeliefDetail).data.belief;
  } catch (error) {
    const isGone = error instanceof ProblemError && (error.code === 'no-such-record' || error.code === 'withdrawn');
    throw isGone ? unknown : error;
  }
}

export const showView: DeskHandler = async (context, visit) => {
  const collection = collectionOf(readQuery(visit.request));
  const view = await viewWith(context, collection, visit.request.params['belief'] as string | undefined);
  const values: ReviewValues = new URLSearchParams({ 'observed-at': context.now() });
  sendView(visit, { view, collection, values, result: null, stated: await statedBy(context, collection, view) });
};

/** Key of the newest revision record of a view that records state; null for a view of statements. */
export async function statedBy(
  { store }: DeskContext,
  collection: Collection,
  { belief_id: id }: BeliefRecord,
): Promise<string | null> {
  const [view] = await releasedViews(store.db, collection, [id]);
  return view?.origin === 'bundle' ? view.record_key : null;
}

export type ShownView = {
  view: BeliefRecord;
  collection: Collection;
  values: ReviewValues;
  result: CommandResult | null;
  /** Key of the newest revision record, of a view that records state; null for a view of statements. */
  stated: string | null;
};

export function sendView(
  { response, operator }: DeskRequest,
  { view, collection, values, result, stated }: ShownView,
): void {
  const { person, subject, thesis, condition, direction, status } = view;
  const { validity, external_state: external, blockers } = condition;
  const about = subject.ticker ?? subject.name ?? subject.entity_id;
  const title = `${person.name} about ${about}`;
  const isDone = result?.exit === 0;
  const main = html`<h1>${title}</h1>
    ${result !== null && resultNote(result)}
    ${isDone && html`<p><a class="button" href="/staged?collection=${collection}">See what is staged</a></p>`}
    <section class="card" aria-labelledby="view">
      <h2 id="view">View</h2>
      <p class="row">${directionLabel(direction)} ${statusLabel(status)}</p>
      <p>${thesis.text}</p>
      <h3>Its conditions, as they are released</h3>
      <p class="row">${validityLabel(validity)} ${externalLabel(external)}</p>
      ${blockers.length > 0 && html`<ul>${blockers.map(({ text }) => html`<li>${text}</li>`)}</ul>`}
    </section>
    ${stated !== null ? byRecords(view, stated) : !isDone && reviewForm(view, { collection, values })}
    ${subject.ticker !== null && html`<p><a href="/views?${new URLSearchParams({ ticker: subject.ticker, collection }).toString()}">All views of ${subject.ticker}</a></p>`}`;
  sendPage(response, deskPage({ title, operator, current: 'views', main }), { status: result?.exit === 1 ? 422 : 200 });
}

/** A view that revision records state is assessed by the next of them, which repeats what the view says. */
function byRecords({ thesis, direction, status, condition }: BeliefRecord, stated: string): Html {
  const [belief = '', number = ''] = stated.split(' ');
  const next = {
    type: 'revision',
    belief_id: belief,
    revision: Number(number) + 1,
    observed_at: '',
    direction,
    status,
    summary: thesis.text,
    source_citation_id: '',
    ...condition,
    blockers: condition.blockers.map(({ text }) => text),
  };
  const { omitted_blocker_count: _, ...record } = next;
  return html`<section class="card" aria-labelledby="review">
    <h2 id="review">Review its conditions</h2>
    <p>Revision records state this view. Load the next one with its assessment, in a <a href="/load/bundle">research bundle</a> together with its evidence and citation:</p>
    <pre tabindex="0"><code>${JSON.stringify(record, null, 2)}</code></pre>
  </section>`;
}
