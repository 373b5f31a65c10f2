// Lists for programs: llms.txt, the whole documentation in one file, the list for crawlers, and robots.txt.
import { exampleAddress } from './recording/examples.ts';
import type { Page } from './page.ts';
import { chapters } from './site-map.ts';

const summary =
  'A read-only service that publishes attributed, cited investor-thesis research for listed securities, as it was known at any past moment.';

export function llmsText(pages: readonly Page[]): string {
  const line = ({ path, title, about }: Page): string => `- [${title}](${exampleAddress}${path}.md): ${about}`;
  const of = (path: string): Page[] => pages.filter((page) => page.path === path);
  const errors = pages.filter(({ path }) => path.startsWith('/docs/errors/'));
  const guides = chapters.map(
    ({ title, places }) => `## ${title}\n\n${places.flatMap(({ path }) => of(path).map(line)).join('\n')}`,
  );
  return `# Research Intelligence API

> ${summary}

Every view names a person and carries citation ids that lead to evidence. \`as_of\` replays what was known at a cutoff. Only a 200 of a metered read is charged, once per \`X-Request-ID\`. Never substitute another company for one that is not covered, and never fill in what a document leaves out. Keep the request id of a call apart from its line, and send the same one on a retry. After a 402 give a person the \`checkoutUrl\` of \`GET /v1/status\`, and stop. One chat is registered by the operator; onboarding of others is pending and must not be started.

## For agents

- [Quickstart](${exampleAddress}/agent-quickstart.md): numbered steps that end with one authenticated brief
- [Getting a key](${exampleAddress}/auth.md): the device login, step by step
- [The contract](${exampleAddress}/openapi.json): OpenAPI 3.1; as YAML at ${exampleAddress}/openapi.yaml
- [All of this in one file](${exampleAddress}/llms-full.txt)

${guides.join('\n\n')}

## Errors, one page a code

${errors.map(line).join('\n')}

## Optional

${of('/docs/search').map(line).join('\n')}
`;
}

export function llmsFull(pages: readonly Page[]): string {
  const parts = pages.map(({ path, markdown }) => `<!-- ${exampleAddress}${path} -->\n\n${markdown.trim()}`);
  return `${parts.join('\n\n---\n\n')}\n`;
}

export function sitemapXml(pages: readonly Page[]): string {
  const urls = ['/', ...pages.map(({ path }) => path)].map(
    (path) => `  <url><loc>${exampleAddress}${path}</loc></url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
}

export function robotsText(): string {
  return `User-agent: *
Disallow: /v1/
Disallow: /api/
Disallow: /account
Disallow: /cli-auth
Disallow: /docs/try/brief

Sitemap: ${exampleAddress}/sitemap.xml
`;
}
