/** /account/receipts: charge and delivery of each request id, with filters, pages and a table for a spreadsheet. */
import { usageByKey } from '../../../store/ledger/account-views.ts';
import { REQUEST_ID_DAYS } from '../../../store/engine/lifetimes.ts';
import { type UsageReceipt, listReceipts } from '../../../store/ledger/usage.ts';
import type { PageContext } from '../../shell/context.ts';
import { type Html, html } from '../../shell/html.ts';
import { seenName } from '../../shell/seen-name.ts';
import { time } from '../../shell/times.ts';
import { table } from '../figures.ts';
import type { AccountVisit } from '../section-pages.ts';
import { CSV_ROWS_MAX } from './csv.ts';
import {
  type ReceiptFilters,
  filterQuery,
  filtersIn,
  isFiltered,
  placeAfter,
  placeIn,
  receiptOperations,
  receiptQuestion,
} from './filters.ts';
import { type PayerNames, namesOf, payerName } from './payer-names.ts';
import { receiptWords } from './words.ts';

const RECEIPTS_SHOWN = 25;

type ReceiptsPart = {
  workspaceId: string;
  receipts: readonly UsageReceipt[];
  filters: ReceiptFilters;
  /** Keys, chats and people to choose from. */
  payers: readonly string[];
  names: PayerNames;
  /** True for a page after the first. */
  isLater: boolean;
  /** The place of the next page, or null on the last one. */
  next: string | null;
};

export async function receiptsOf({ db }: PageContext, { workspace, query }: AccountVisit): Promise<Html> {
  const { workspaceId } = workspace;
  const [filters, after] = [filtersIn(query), placeIn(query)];
  const page = { accountId: workspaceId, after, limit: RECEIPTS_SHOWN + 1 };
  const found = await listReceipts(db, receiptQuestion(filters, page));
  const receipts = found.slice(0, RECEIPTS_SHOWN);
  const used = await usageByKey(db, workspaceId, REQUEST_ID_DAYS);
  const last = found.length > RECEIPTS_SHOWN ? receipts.at(-1) : undefined;
  return receiptsSection({
    workspaceId,
    receipts,
    filters,
    payers: used.map(({ key_id: id }) => id),
    names: await namesOf(db, workspaceId, [...receipts, ...used]),
    isLater: after !== null,
    next: last === undefined ? null : placeAfter(last),
  });
}

function receiptsSection(part: ReceiptsPart): Html {
  const { workspaceId, receipts, filters, isLater, next } = part;
  const at = (more: Record<string, string>): string => `?${filterQuery(filters, { workspace: workspaceId, ...more })}`;
  return html`<section class="card" id="receipts" aria-label="Receipts">
    <p class="soft">One for each request that was answered with a 200. Errors and repetitions are never charged.</p>
    ${filterForm(part)}
    ${receipts.length === 0 ? emptyText(filters, workspaceId) : tableOf(part)}
    <p class="row">
      ${isLater && html`<a class="button quiet" href="/account/receipts${at({})}">The newest</a>`}
      ${next !== null && html`<a class="button quiet" href="/account/receipts${at({ after: next })}">Older receipts</a>`}
      ${receipts.length > 0 && html`<a href="/account/receipts.csv${at({})}">As CSV for a spreadsheet</a> <span class="soft small">At most ${CSV_ROWS_MAX.toLocaleString('en-US')} rows; filters make it fewer.</span>`}
    </p>
  </section>`;
}

function filterForm({ workspaceId, filters, payers, names }: ReceiptsPart): Html {
  const { receipt, key, operation, since, until } = filters;
  const option = (value: string, words: string, chosen: string | null): Html =>
    html`<option value="${value}" ${value === chosen && html`selected`}>${seenName(words)}</option>`;
  return html`<form class="row filters" method="get" action="/account/receipts" role="search" aria-label="Receipts">
    <input type="hidden" name="workspace" value="${workspaceId}" />
    <div class="field grow">
      <label for="receipt">Request id, or how it begins</label>
      <input id="receipt" name="receipt" value="${receipt ?? ''}" maxlength="128" autocomplete="off" spellcheck="false" />
    </div>
    <div class="field">
      <label for="by">By</label>
      <select id="by" name="key"><option value="">Anyone</option>${payers.map((id) => option(id, payerName(id, names), key))}</select>
    </div>
    <div class="field">
      <label for="operation">What</label>
      <select id="operation" name="operation"><option value="">Anything</option>${receiptOperations.map(([name, words]) => option(name, words, operation))}</select>
    </div>
    <div class="field"><label for="since">From</label><input id="since" name="since" type="date" value="${since ?? ''}" /></div>
    <div class="field"><label for="until">To</label><input id="until" name="until" type="date" value="${until ?? ''}" /></div>
    <button class="quiet">Filter</button>
    ${isFiltered(filters) && html`<a href="/account/receipts?workspace=${workspaceId}">Show all</a>`}
  </form>`;
}

function emptyText(filters: ReceiptFilters, workspaceId: string): Html {
  if (!isFiltered(filters)) return html`<p>No request of this workspace has been answered yet.</p>`;
  if (filters.receipt === null) return html`<p role="status">No receipt of this workspace fits these filters.</p>`;
  return html`<p role="status">
    No request id of this workspace (<code>${workspaceId}</code>) that fits begins with <code>${filters.receipt}</code>, or it was
    more than ${REQUEST_ID_DAYS} days ago.
  </p>`;
}

const payers = { subscription: 'subscription', prepaid: 'prepaid', none: 'free' } as const;

function tableOf({ receipts, names }: ReceiptsPart): Html {
  return table(
    'Receipts',
    html`<table class="stacked receipts">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">When</th>
          <th scope="col">By</th>
          <th scope="col" class="number">Units</th>
          <th scope="col">Request id</th>
        </tr>
      </thead>
      <tbody>
        ${receipts.map((receipt) => rowOf(receipt, payerName(receipt.key_id, names)))}
      </tbody>
    </table>`,
  );
}

function rowOf(receipt: UsageReceipt, payer: string): Html {
  const { request_id: id, request, collection, digest } = receipt;
  return html`<tr>
    <th scope="row">
      <details>
        <summary><span>${receiptWords(receipt)}${collection === 'preview' && html` <small class="soft">preview</small>`}</span></summary>
        <p class="mono"><span class="copied"><code data-copy="the call of ${id}">${request}</code></span></p>
        <p class="mono"><span class="copied"><code data-copy="the digest of ${id}">sha256:${digest.toString('hex')}</code></span></p>
      </details>
    </th>
    <td data-column="When">${time(receipt.charged_at)}</td>
    <td data-column="By">${seenName(payer)}</td>
    <td class="number" data-column="Units">${receipt.units} <small class="soft">${payers[receipt.paid_from]}</small></td>
    <td data-column="Request id"><span class="copied"><code class="cut" data-copy="the request id ${id}" title="${id}">${id}</code></span></td>
  </tr>`;
}
