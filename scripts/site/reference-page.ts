// Page of the reference: Redoc's content in the frame of the other pages, with its script in a separate file.
import { Html, html } from '../../server/pages/shell/html.ts';
import { type Frame, foot, headOf, menu, topBar } from './page.ts';
import type { ReferencePages } from './reference.ts';

const title = 'API reference';
const about = 'Every operation of the Research Intelligence API: parameters, answers, examples.';

/** `program` is the address of Redoc's script, `stylesheet` that of its style. */
export type ReferenceAssets = { program: string; stylesheet: string };

export function referencePage(
  { policy, styles, markup }: ReferencePages,
  frame: Frame,
  { program, stylesheet }: ReferenceAssets,
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
${headOf({ path: '/docs/reference', title, about }, frame)}
<link rel="stylesheet" href="${stylesheet}">
${new Html(styles)}
<script type="module" src="${program}"></script>
</head>
<body class="docs docs-reference">
${topBar()}
<div class="docs-frame">
${menu('/docs/reference')}
<main id="main" tabindex="-1" class="docs-wide">
<p class="docs-tools"><a href="/docs/reference.md">View as Markdown</a> <a href="/openapi.json">openapi.json</a> <a href="/openapi.yaml">openapi.yaml</a></p>
<div id="redoc">${new Html(markup)}</div>
</main>
</div>
${foot('/docs/reference')}
</body>
</html>
`.text;
}
