/** The page that a problem's `type` leads to: what happened, whether it was charged, and how to go on. */
import { advice, catalogue } from '../contract/problems.ts';
import type { ProblemCode } from '../contract/problems.ts';

export function problemPage(code: ProblemCode): string {
  const { status, title, retryable } = catalogue[code];
  const again = retryable
    ? 'Yes, unchanged and with the same X-Request-ID, after the time that Retry-After names.'
    : 'No: the same request would fail again.';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(title)} (${code})</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}dt{font-weight:600;margin-top:1rem}dd{margin:0}</style>
<h1>${escape(title)}</h1>
<dl>
<dt>Code</dt><dd><code>${code}</code>, HTTP ${status}</dd>
<dt>What to do</dt><dd>${escape(advice[code])}</dd>
<dt>Was it charged?</dt><dd>No. Only a 200 of a metered read is ever charged.</dd>
<dt>Does trying again help?</dt><dd>${again}</dd>
</dl>
<p><a href="/docs">Documentation</a></p>
</html>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
