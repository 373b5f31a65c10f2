// View of a brief that chats with MCP Apps show next to the answer: one document that loads nothing.
import { readFileSync } from 'node:fs';
import { basisWords, directions } from '../../client/words/states.ts';

/** Address of the view, as the tool names it. */
export const briefViewUri = 'ui://research/brief.html';
const mimeType = 'text/html;profile=mcp-app';
const about = 'A brief drawn: its chart, its views with their sources, and every warning.';

const part = (name: string): string => readFileSync(new URL(`view/${name}`, import.meta.url), 'utf8');

/** Words for states, put into the script because it has no imports. */
const states = `const states = ${JSON.stringify({ bases: basisWords, directions: Object.keys(directions) })};\n`;

const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Research brief</title>
<style>
${part('brief.css')}</style>
</head>
<body>
<main id="brief"><p class="soft">Waiting for the brief …</p></main>
<script type="module">
${states}${part('brief.js')}</script>
</body>
</html>
`;

/** No origin may be contacted, and the chat draws the border. */
const meta = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } };

export const briefViewListed = {
  uri: briefViewUri,
  name: 'brief',
  title: 'Research brief',
  description: about,
  mimeType,
  _meta: meta,
};
export const briefViewContents = { uri: briefViewUri, mimeType, text, _meta: meta };
