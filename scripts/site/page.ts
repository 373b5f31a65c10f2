// Page of the documentation: its content as Markdown, and its frame in a browser.
import { cardTags, headLinks } from '../../server/pages/shell/head.ts';
import {
  docsSearch,
  footer,
  header,
  publicFoot,
  publicPlaces,
  serviceName,
  siteSearch,
} from '../../server/pages/shell/header.ts';
import { Html, html, type Value } from '../../server/pages/shell/html.ts';
import type { Heading, Section } from './markdown.ts';
import { exampleAddress } from './recording/examples.ts';
import { type Place, chapters, places } from './site-map.ts';

export type Page = {
  path: string;
  title: string;
  /** One sentence for search engines, lists and previews. */
  about: string;
  /** Content without the frame. */
  html: string;
  /** Markdown twin, for programs. */
  markdown: string;
  headings: readonly Heading[];
  sections: readonly Section[];
  /** Uses the full width, for wide content. */
  isWide?: boolean;
  /** Stands at every unknown address, so it has neither a place in the menu nor a twin. */
  isMissing?: boolean;
};

export type Frame = { stylesheet: string; script: string };

export function framed(page: Page, frame: Frame): string {
  return html`<!doctype html>
<html lang="en">
<head>
${headOf(page, frame)}
</head>
<body class="docs">
${topBar}
<div class="docs-frame">
${menu(page.isMissing === true ? '' : page.path)}
<main id="main" tabindex="-1"${page.isWide === true && html` class="docs-wide"`}>
<article>
${new Html(page.isMissing === true ? page.html : withTools(page))}
</article>
${page.isMissing !== true && neighbours(page.path)}
</main>
${contents(page.headings)}
</div>
${foot}
</body>
</html>
`.text;
}

export function headOf({ path, title, about }: Pick<Page, 'path' | 'title' | 'about'>, frame: Frame): Html {
  return html`<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${serviceName}</title>
<meta name="description" content="${about}">
${headLinks}
<link rel="stylesheet" href="${frame.stylesheet}">
${cardTags({ baseUrl: exampleAddress, path, title, description: about })}
<link rel="alternate" type="text/markdown" href="${path}.md" title="This page as Markdown">
<link rel="alternate" type="application/atom+xml" href="/docs/changelog.atom" title="Changelog">
<link rel="alternate" type="application/atom+xml" href="/v1/releases.atom" title="Releases of research">
<link rel="service-desc" type="application/json" href="/openapi.json">
<script type="module" src="${frame.script}"></script>`;
}

export const topBar: Html = header({
  name: serviceName,
  places: publicPlaces,
  current: 'docs',
  search: siteSearch(docsSearch),
});

export const foot: Html = footer(publicFoot);

/** Tools of the whole page, below the title. */
function withTools({ html: content, path }: Page): string {
  const tools = html`<p class="docs-tools"><a href="${path}.md">View as Markdown</a></p>`;
  return content.replace('</h1>', () => `</h1>\n${tools.text}`);
}

function link(path: string, label: string, isCurrent: boolean): Html {
  return html`<a href="${path}"${isCurrent && html` aria-current="page"`}>${label}</a>`;
}

/** Closed on a narrow screen; the stylesheet keeps it open if there is room next to the text. */
export function menu(current: string): Html {
  return html`<nav class="docs-menu" aria-label="Documentation"><details><summary>All pages</summary><div>
${chapters.map(
  ({ title, places: inside }) => html`<h2>${title}</h2><ul>${inside.map(
    ({ path, label }) => html`<li>${link(path, label, isWithin(current, path))}</li>`,
  )}</ul>
`,
)}</div></details></nav>`;
}

function isWithin(current: string, path: string): boolean {
  return current === path || (path === '/docs/errors' && current.startsWith('/docs/errors/'));
}

function contents(headings: readonly Heading[]): Value {
  const listed = headings.filter(({ level }) => level === 2);
  if (listed.length < 2) return html`<div class="docs-contents"></div>`;
  return html`<nav class="docs-contents" aria-label="On this page"><h2>On this page</h2><ul>${listed.map(
    ({ text, anchor }) => html`<li><a href="#${anchor}">${text}</a></li>`,
  )}</ul></nav>`;
}

function neighbours(current: string): Value {
  const at = places.findIndex(({ path }) => path === current);
  if (at === -1) return null;
  const [before, after] = [places[at - 1], places[at + 1]];
  const to = (place: Place | undefined, said: string, name: string): Value =>
    place !== undefined && html`<a class="${name}" href="${place.path}"><small>${said}</small>${place.label}</a>`;
  return html`<nav class="docs-next" aria-label="Before and after">${to(before, 'Before', 'before')}${to(after, 'Next', 'after')}</nav>`;
}
