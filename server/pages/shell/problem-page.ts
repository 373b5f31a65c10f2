/** Page at a problem's `type` address: what happened, whether it was charged, and what to do next. */
import { advice, catalogue, perhapsCharged } from '../../contract/problems.ts';
import type { ProblemCode } from '../../contract/problems.ts';
import { type Html, html } from './html.ts';
import { page } from './page.ts';

export function problemPage(code: ProblemCode): Html {
  const { status, title, retryable } = catalogue[code];
  const again = retryable
    ? 'Yes, unchanged and with the same X-Request-ID, after the time that Retry-After names.'
    : 'No: the same request would fail again.';
  const main = html`<h1>${title}</h1>
    <dl class="facts">
      <dt>Code</dt>
      <dd><code>${code}</code>, HTTP ${status}</dd>
      <dt>What to do</dt>
      <dd>${advice[code]}</dd>
      <dt>Was it charged?</dt>
      <dd>
        ${perhapsCharged.has(code) ? 'Not where it says "charged": false. Where it says null, that is not known: repeat it under its request id, under which it is charged at most once.' : 'No. Only a 200 of a metered read is ever charged.'}
      </dd>
      <dt>Does trying again help?</dt>
      <dd>${again}</dd>
    </dl>
    <p><a href="/docs">Documentation</a></p>`;
  return page({ title: `${title} (${code})`, viewer: null, current: 'docs', main });
}
