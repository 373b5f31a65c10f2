/** The document as JSON, and its call: a program gets the same as the person has read. */
import { documentDigest } from '../../http/respond.ts';
import { type Html, html } from '../shell/html.ts';

export type DocumentCall = {
  baseUrl: string;
  /** Path and parameters of the call. */
  request: string;
  mode: 'live' | 'preview';
  bytes: Buffer;
  /** In base64. */
  sha256: string;
};

export function codeBox({ baseUrl, request, mode, bytes, sha256 }: DocumentCall): Html {
  const key = mode === 'preview' ? 'RI_PREVIEW_KEY' : 'SERVICE_API_KEY';
  const curl = `curl -H "Authorization: Bearer $${key}" \\\n  "${baseUrl}${request}"`;
  const document = JSON.stringify(JSON.parse(bytes.toString()) as unknown, null, 2);
  return html`<section aria-labelledby="as-data">
    <h2 id="as-data">The same as data</h2>
    <details>
      <summary>The call and its JSON document (${bytes.length.toLocaleString('en-US')} bytes)</summary>
      <p>This page shows one JSON document. The same call by a program, with a key of your own in <code>${key}</code>:</p>
      <pre tabindex="0" aria-label="The call as a curl command"><code>${curl}</code></pre>
      <p class="soft small mono">Document-Digest: ${documentDigest(sha256)}</p>
      <pre class="document" tabindex="0" aria-label="The JSON document"><code>${document}</code></pre>
    </details>
  </section>`;
}
