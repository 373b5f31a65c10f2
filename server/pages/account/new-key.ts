/** Page of a new key: the key, shown once, with a call that works as it is pasted. */
import type { Response } from 'express';
import type { TickersResponse } from '../../../generated/api.ts';
import { routes } from '../../../generated/routes.ts';
import type { Collection } from '../../store/engine/db.ts';
import type { PageContext } from '../shell/context.ts';
import { type Html, html } from '../shell/html.ts';
import { page, sendPage } from '../shell/page.ts';
import type { AdminForm } from './admin-form.ts';
import { sectionPath } from './sections.ts';

/** A first call with a new key; its request id stands apart, so that a retry sends the same one. */
export type FirstCall = { path: string; requestId: string | null; baseUrl: string };

type KeyUse = { collection: Collection; operations: readonly string[] | null };

/** A brief of the company with the most records, else the status, which is free and open to every key. */
export async function firstCall(context: PageContext, { collection, operations }: KeyUse): Promise<FirstCall> {
  const { baseUrl, newRequestId } = context;
  const status = { path: '/v1/status', requestId: null, baseUrl };
  const [research] = readings.filter(([operation]) => operations === null || operations.includes(operation));
  if (research === undefined) return status;
  const ticker = await richestTicker(context, collection);
  if (ticker === null) return status;
  return { path: `${research[1]}?${new URLSearchParams({ ticker })}`, requestId: newRequestId(), baseUrl };
}

/** Research that is asked for by a ticker alone. */
const readings = [
  ['getBrief', routes.getBrief.path],
  ['listBeliefs', routes.listBeliefs.path],
] as const;

/** Null also if research cannot be read: the key is shown only now, and each read of research reports the failure. */
async function richestTicker({ answers }: PageContext, collection: Collection): Promise<string | null> {
  try {
    const { bytes } = await answers.tickers(collection);
    const { tickers } = JSON.parse(bytes.toString()) as TickersResponse;
    const [most] = tickers.toSorted((one, other) => other.released_record_count - one.released_record_count);
    return most?.ticker ?? null;
  } catch {
    return null;
  }
}

type NewKey = {
  sent: AdminForm;
  name: string;
  key: string;
  collection: Collection;
  call: FirstCall;
};

export function showNewKey(response: Response, { sent, name, key, collection, call }: NewKey): void {
  const { viewer, workspace } = sent;
  const what =
    collection === 'live'
      ? html`It reads live research, and <strong>${workspace.workspaceName}</strong> pays for each answered request.`
      : html`It reads preview data, which is never charged.`;
  const main = html`<div class="narrow broad">
    <h1>Your new key</h1>
    <div class="card">
      <p>This is the only time it is shown: we keep its hash and not the key.</p>
      <p><label for="new-key">${name}</label></p>
      <p class="copied"><output class="code secret" id="new-key" data-copy="the new key">${key}</output></p>
      <p>${what} It can be revoked at any time.</p>
      <ul>
        <li>Keep it in a secret store or in an environment file that is not committed, as <code>SERVICE_API_KEY</code>.</li>
        <li>Never paste it into a chat. AI chats are <a href="/connect">connected</a> without a key.</li>
      </ul>
    </div>
    ${callPart(call, { key, collection })}
    <p><a class="button" href="${sectionPath('keys', workspace.workspaceId)}">I have saved it</a></p>
  </div>`;
  sendPage(response, page({ title: 'Your new key', viewer, current: 'account', main }));
}

function callPart(
  { path, requestId, baseUrl }: FirstCall,
  { key, collection }: Pick<NewKey, 'key' | 'collection'>,
): Html {
  const lines = [
    `export SERVICE_API_KEY=${key}`,
    ...(requestId === null ? [] : [`REQUEST_ID=${requestId}`]),
    `curl -H "Authorization: Bearer $SERVICE_API_KEY" \\`,
    ...(requestId === null ? [] : ['  -H "X-Request-ID: $REQUEST_ID" \\']),
    `  "${baseUrl}${path}"`,
  ];
  const price =
    requestId === null || collection === 'preview' ? 'It is free.' : 'It costs one request, and so does each new id.';
  return html`<section class="card" aria-labelledby="first-call">
    <h2 id="first-call" class="first">Try it in a terminal</h2>
    <p class="copied"><code class="code block" data-copy="the first call">${lines.join('\n')}</code></p>
    ${requestId === null && collection === 'live' && html`<p>It asks for the status of the key, because there is no live research that it can ask for yet.</p>`}
    <p>
      ${price}
      ${requestId !== null && html`After a failure, send the <code>curl</code> line alone again: the same <code>REQUEST_ID</code> is one request, however often it is sent.`}
    </p>
  </section>`;
}
