// Page of search: results with a script, the list of all pages and headings without one.
import { escapeHtml } from './highlight.ts';
import type { Page } from './page.ts';

const about = 'Search in every guide, error code and operation; it works without a connection to anything else.';

export function searchPageOf(pages: readonly Page[]): Page {
  const lists = pages.map(({ path, title, headings }) => {
    const inside = headings.filter(({ level }) => level === 2 && path !== '/docs/reference').slice(0, 40);
    const isError = path.startsWith('/docs/errors/');
    const link = `<a href="${path}">${escapeHtml(isError ? `${path.slice(13)}: ${title}` : title)}</a>`;
    if (isError || inside.length === 0) return `<li>${link}</li>`;
    const items = inside.map(({ text, anchor }) => `<li><a href="${path}#${anchor}">${escapeHtml(text)}</a></li>`);
    return `<li>${link}<ul>${items.join('')}</ul></li>`;
  });
  const html = `<h1>Search</h1>
<div id="results" data-page aria-live="polite"></div>
<details id="everything" open><summary>Everything, as a list</summary>
<ul class="all-pages">${lists.join('\n')}</ul></details>`;
  const markdown = `# Search\n\n${about} In Markdown, this is the list of all pages:\n\n${pages
    .map(({ path, title, about: says }) => `- [${title}](${path}.md): ${says}`)
    .join('\n')}\n`;
  const sections = [{ level: 1, text: 'Search', anchor: 'search', words: '' }];
  return { path: '/docs/search', title: 'Search', about, html, markdown, headings: [], sections };
}
