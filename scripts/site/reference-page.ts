// Page of the reference: Redoc's content, which has the main landmark, in the frame of the other pages.
import { Html, html } from '../../server/pages/shell/html.ts';
import { type Frame, foot, headOf, menu, topBar } from './page.ts';
import type { ReferencePages } from './reference.ts';

const title = 'API reference';
const about = 'Every operation of the Research Intelligence API: parameters, answers, examples.';

/** Addresses of Redoc's script, of the script that mends its markup, and of its style. */
export type ReferenceAssets = { program: string; semantics: string; stylesheet: string };

export function referencePage(
  { policy, styles, markup }: ReferencePages,
  frame: Frame,
  { program, semantics, stylesheet }: ReferenceAssets,
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta http-equiv="Content-Security-Policy" content="${policy}">
${headOf({ path: '/docs/reference', title, about }, frame)}
<link rel="stylesheet" href="${stylesheet}">
${new Html(styles)}
<script type="module" src="${program}"></script>
<script type="module" src="${semantics}"></script>
</head>
<body class="docs docs-reference">
${topBar}
<div class="docs-frame">
${menu('/docs/reference')}
<div id="main" tabindex="-1" class="docs-wide">
<nav class="docs-tools" aria-label="Other forms"><a href="/docs/reference.md">View as Markdown</a> <a href="/openapi.json">openapi.json</a> <a href="/openapi.yaml">openapi.yaml</a></nav>
<div id="redoc">${new Html(markup)}</div>
</div>
</div>
${foot}
</body>
</html>
`.text;
}
