// Atom feed of the changelog: one entry for each version of the contract.
import { escapeHtml } from './highlight.ts';
import { exampleAddress } from './recording/examples.ts';
import { anchorOf, renderMarkdown } from './markdown.ts';

export type Entry = { version: string; title: string; published: string; markdown: string };

/** Sections of the changelog: `## 2026-10-05: …`, and a line with the date of publication. */
export function entriesOf(body: string): readonly Entry[] {
  return body
    .split(/^## (?=\d{4}-)/m)
    .slice(1)
    .map((section) => {
      const [, title = '', version = ''] = /^((\d{4}-\d{2}-\d{2})[^\n]*)\n/.exec(section) ?? [];
      const published = /^Published (\d{4}-\d{2}-\d{2})\./m.exec(section)?.[1];
      if (published === undefined) throw new Error(`the changelog does not say when ${version} was published`);
      return { version, title, published, markdown: section.slice(title.length).trim() };
    });
}

export function feedOf(entries: readonly Entry[]): string {
  const page = `${exampleAddress}/docs/changelog`;
  const newest =
    entries
      .map(({ published }) => published)
      .toSorted()
      .at(-1) ?? '';
  const items = entries.map(({ version, title, published, markdown }) => {
    const content = renderMarkdown(markdown, () => null).html.replaceAll('href="/', `href="${exampleAddress}/`);
    return `  <entry>
    <id>${page}#${version}</id>
    <title>${escapeHtml(title)}</title>
    <link rel="alternate" type="text/html" href="${page}#${anchorOf(title)}"/>
    <published>${published}T00:00:00Z</published>
    <updated>${published}T00:00:00Z</updated>
    <content type="html">${escapeHtml(content)}</content>
  </entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
  <id>${page}</id>
  <title>Research Intelligence API: changelog</title>
  <updated>${newest}T00:00:00Z</updated>
  <author><name>Research Intelligence</name></author>
  <link rel="self" type="application/atom+xml" href="${page}.atom"/>
  <link rel="alternate" type="text/html" href="${page}"/>
${items.join('\n')}
</feed>
`;
}
