/** #receipts: charge and delivery of each request id, searchable by id. */
import type { ReceiptRow } from '../../store/ledger/account-views.ts';
import { REQUEST_ID_DAYS } from '../../store/engine/lifetimes.ts';
import type { Membership } from '../../store/people/sessions.ts';
import { type Html, html } from '../shell/html.ts';
import { seenName } from '../shell/seen-name.ts';
import { time } from '../shell/times.ts';
import { practiceLabel, table } from './figures.ts';

export type ReceiptsPart = {
  workspace: Membership;
  receipts: readonly ReceiptRow[];
  /** Null without a search. */
  search: string | null;
  /** Names of keys by id. */
  keyNames: ReadonlyMap<string, string>;
};

export function receiptsSection({ workspace, receipts, search, keyNames }: ReceiptsPart): Html {
  return html`<section class="card" aria-labelledby="receipts">
    <h2 id="receipts">Receipts ${workspace.practice && practiceLabel}</h2>
    <p class="soft">One for each request that was answered with a 200. Errors and repetitions are never charged.</p>
    <form class="row" method="get" action="/account#receipts" role="search" aria-label="Receipts">
      <input type="hidden" name="workspace" value="${workspace.workspaceId}" />
      <div class="field grow">
        <label for="receipt">Request id, or how it begins</label>
        <input id="receipt" name="receipt" value="${search ?? ''}" maxlength="128" autocomplete="off" spellcheck="false" />
      </div>
      <button class="quiet">Search</button>
    </form>
    ${receipts.length === 0 ? emptyText(search, workspace) : tableOf({ receipts, search, keyNames })}
    ${search !== null && html`<p><a href="/account?workspace=${workspace.workspaceId}#receipts">Show the newest</a></p>`}
  </section>`;
}

function emptyText(search: string | null, { workspaceId }: Membership): Html {
  if (search === null) return html`<p>No request of this workspace has been answered yet.</p>`;
  return html`<p role="status">
    No request id of this workspace (<code>${workspaceId}</code>) begins with <code>${search}</code>, or it was more than
    ${REQUEST_ID_DAYS} days ago.
  </p>`;
}

const payers = { subscription: 'subscription', prepaid: 'prepaid', none: 'free' } as const;

function tableOf({ receipts, search, keyNames }: Omit<ReceiptsPart, 'workspace'>): Html {
  return table(
    'Receipts',
    html`<table class="stacked">
      <caption>
        ${receipts.length < 50 ? `${receipts.length} in all` : search === null ? 'The newest 50' : 'The first 50'}
      </caption>
      <thead>
        <tr>
          <th scope="col">Request id</th>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col">By</th>
          <th scope="col" class="number">Units</th>
        </tr>
      </thead>
      <tbody>
        ${receipts.map((receipt) => rowOf(receipt, keyNames))}
      </tbody>
    </table>`,
  );
}

function rowOf(receipt: ReceiptRow, keyNames: ReadonlyMap<string, string>): Html {
  const payer = receipt.key_id.startsWith('session:')
    ? 'a person in a browser'
    : (keyNames.get(receipt.key_id) ?? receipt.key_id);
  return html`<tr>
    <th scope="row" class="long"><code>${receipt.request_id}</code></th>
    <td data-column="When">${time(receipt.charged_at)}</td>
    <td class="long" data-column="What">
      <code>${receipt.request}</code><br />
      <small class="soft"
        >${receipt.collection}, as of ${time(receipt.as_of)}, <code>sha256:${receipt.digest.toString('hex')}</code></small
      >
    </td>
    <td data-column="By">${seenName(payer)}</td>
    <td class="number" data-column="Units">${receipt.units}<br /><small class="soft">${payers[receipt.paid_from]}</small></td>
  </tr>`;
}
