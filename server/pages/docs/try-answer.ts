/** Answer of the console: status, cost, headers, labels, the document as a tree, and the call to copy. */
import type { Brief } from '../../../generated/api.ts';
import type { Answer } from '../../contract/metered.ts';
import { type ProblemError, problem } from '../../contract/problems.ts';
import { documentDigest, entityTag } from '../../http/respond.ts';
import { type Html, html } from '../shell/html.ts';
import { icon } from '../reading/drawing/icons.ts';
import { capital } from '../../../client/words/text.ts';
import { jsonTree } from './json-tree.ts';
import { callTabs } from './try-calls.ts';

export type ConsoleAnswer = { baseUrl: string; version: string; requestId: string };

export function goodAnswer({ answer, call }: { answer: Answer; call: string }, shown: ConsoleAnswer): Html {
  const document = JSON.parse(answer.bytes.toString()) as Brief;
  const headers = {
    'Usage-Charge': '0',
    'X-Request-ID': shown.requestId,
    'Research-Version': shown.version,
    ETag: entityTag(answer.sha256),
    'Document-Digest': documentDigest(answer.sha256),
    'Content-Type': 'application/json',
    'Content-Length': String(answer.bytes.length),
  };
  return html`<section id="answer" aria-labelledby="answered">
<h2 id="answered" class="plainly">What is answered</h2>
${line(200, 'good', { 'Usage-Charge': '0', Size: `${answer.bytes.length.toLocaleString('en-US')} bytes` })}
${said(document)}
<details><summary>Headers</summary>${headerTable(headers)}</details>
<h3>The same with a key</h3>
<p class="small soft">A preview key gets this very document. Without one, <code>/docs/try/brief</code> answers it on this server, for the preview alone.</p>
${callTabs({ baseUrl: shown.baseUrl, call })}
<h3>The document</h3>
<p class="small soft">Parts open and close. A citation id leads to its citation. ${asPage(document)}</p>
${jsonTree(document)}
</section>`;
}

export function refusal(error: ProblemError, shown: ConsoleAnswer): Html {
  const { status } = error.entry;
  return html`<section id="answer" aria-labelledby="answered">
<h2 id="answered" class="plainly">What is answered</h2>
${line(status, 'warn', { Charged: 'never', Code: error.code })}
<p>${error.options.detail ?? error.entry.title} <a href="/docs/errors/${error.code}">What to do about it</a></p>
${jsonTree(problem(error, shown))}
</section>`;
}

function line(status: number, tone: 'good' | 'warn', facts: Readonly<Record<string, string>>): Html {
  return html`<p class="answer-line"><span class="label ${tone}">${icon(tone === 'good' ? 'check' : 'warn')} HTTP ${status}</span>${Object.entries(
    facts,
  ).map(([name, value]) => html`<span class="header"><b>${name}:</b> ${value}</span>`)}</p>`;
}

/** Main facts of a document, readable without opening the tree. */
function said(document: Brief): Html {
  const { mode, freshness, coverage } = document.data_status;
  const verdict = document.view === 'entity' ? null : document.trade_state.action;
  const name = document.view === 'entity' ? document.entity.name : document.security.name;
  return html`<p><strong>${name ?? 'no name recorded'}</strong>${verdict !== null && html`: ${verdict}`}, as of <code>${document.as_of}</code>. ${capital(mode)} data, ${freshness}, coverage ${coverage}; ${document.views.length} of ${document.coverage.released_record_count} views, ${document.citations.length} citations.</p>`;
}

function asPage(document: Brief): Html {
  if (document.view === 'entity') return html``;
  const query = new URLSearchParams({ ticker: document.security.ticker, as_of: document.as_of, detail: document.view });
  return html`<a href="/?${query.toString()}">Read it as a page</a>`;
}

function headerTable(headers: Readonly<Record<string, string>>): Html {
  return html`<div class="table" role="group" aria-label="Headers" tabindex="0"><table><tbody>${Object.entries(
    headers,
  ).map(
    ([name, value]) => html`<tr><th scope="row">${name}</th><td class="mono">${value}</td></tr>`,
  )}</tbody></table></div>`;
}
