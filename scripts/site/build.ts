// Builder of the site: guides, error pages, decisions and reference, Markdown twins, search index, lists for programs.
import { readFile } from 'node:fs/promises';
import { contract, servedContract } from '../../server/contract/description.ts';
import { withFonts } from '../../server/pages/shell/fonts.ts';
import { siteScript } from '../../server/pages/shell/scripts.ts';
import { llmsFull, llmsText, robotsText, sitemapXml } from './agent-lists.ts';
import { entriesOf as changesOf, feedOf } from './changelog.ts';
import { decisionsPage } from './decisions.ts';
import { exampleAddress } from './recording/examples.ts';
import { guidesFolder, pageOf, readGuide } from './guides.ts';
import { renderMarkdown } from './markdown.ts';
import { operationsMarkdown, operationsOf } from './operations.ts';
import { type Out, assetPath, types } from './output.ts';
import { type Frame, type Page, framed } from './page.ts';
import { problemPages } from './problem-pages.ts';
import { type Examples, readExamples } from './recording/recordings.ts';
import type { ReferencePages } from './reference.ts';
import { type ReferenceAssets, referencePage } from './reference-page.ts';
import { entriesOf, searchIndex } from './search-index.ts';
import { searchPageOf } from './search-page.ts';
import { places, tryPage } from './site-map.ts';

/** Pages for search, lists and twins; the reference and the console have separate generators. */
async function readPages(root: URL): Promise<{ pages: readonly Page[]; examples: Examples }> {
  const examples = await readExamples(root);
  const description = servedContract(contract(), exampleAddress);
  const made = new Map<string, Page>([
    ['/docs/decisions', await decisionsPage(root, contract(), examples)],
    ['/docs/reference', operationsPage(operationsMarkdown(description))],
  ]);
  const problems = await problemPages(root, examples);
  const [index, ...codes] = problems;
  if (index !== undefined) made.set(index.path, index);
  const listed: Page[] = [];
  for (const place of places) {
    listed.push(made.get(place.path) ?? pageOf(await readGuide(root, place), place.path, examples));
  }
  return { pages: [...listed, ...codes, searchPageOf([...listed, ...codes])], examples };
}

function operationsPage(markdown: string): Page {
  const { headings } = renderMarkdown(markdown, () => null);
  const about = 'Every operation with its parameters and answers, from the contract itself.';
  const sections = [{ level: 1, text: 'API reference', anchor: 'api-reference', words: about }];
  return { path: '/docs/reference', title: 'API reference', about, html: '', markdown, headings, sections };
}

export async function siteFiles(root: URL, written: ReferencePages): Promise<readonly Out[]> {
  const { pages, examples } = await readPages(root);
  const { frame, files, reference } = await assets(root, pages, written);
  const framedPages = pages.filter(({ path }) => path !== '/docs/reference' && path !== tryPage.path);
  const changelog = await readFile(new URL(`${guidesFolder}changelog.md`, root), 'utf8');
  const notebook = await readFile(new URL('client/python/notebooks/chart-at-a-cutoff.ipynb', root), 'utf8');
  return [
    ...framedPages.map((page): Out => ({ path: page.path, type: types.html, text: framed(page, frame) })),
    // The server renders the console inside this frame.
    ...pages
      .filter(({ path }) => path === tryPage.path)
      .map((page): Out => {
        return { path: `frame:${page.path}`, type: types.html, text: framed({ ...page, isWide: true }, frame) };
      }),
    { path: 'page:404', type: types.html, text: framed(missingPage, frame) },
    { path: '/docs/reference', type: types.html, text: referencePage(written, frame, reference), isReference: true },
    ...pages.map((page): Out => ({ path: `${page.path}.md`, type: types.markdown, text: withAddress(page.markdown) })),
    ...examples.all
      .filter(({ recorded }) => recorded.body !== null)
      .map(({ example, recorded }): Out => {
        const text = `${JSON.stringify(recorded.body, null, 2)}\n`;
        return { path: `/docs/answers/${example.name}.json`, type: types.json, text };
      }),
    {
      path: '/docs/chart-at-a-cutoff.ipynb',
      type: types.notebook,
      text: notebook.replaceAll(localAddress, exampleAddress),
    },
    { path: '/docs/changelog.atom', type: types.atom, text: feedOf(changesOf(changelog)) },
    ...['/llms.txt', '/docs/llms.txt'].map((path): Out => ({ path, type: types.text, text: llmsText(pages) })),
    ...['/llms-full.txt', '/docs/llms-full.txt'].map((path): Out => ({
      path,
      type: types.text,
      text: withAddress(llmsFull(pages)),
    })),
    { path: '/openapi.yaml', type: types.yaml, text: written.yaml },
    { path: '/sitemap.xml', type: types.xml, text: sitemapXml(pages) },
    { path: '/robots.txt', type: types.text, text: robotsText() },
    ...files,
  ];
}

/** Address of a service that was started on the same machine, as the package's own texts have it. */
const localAddress = 'http://127.0.0.1:8080';

const missingPage: Page = {
  path: '/docs',
  title: 'No such page',
  about: 'There is nothing at this address.',
  html: '<h1>No such page</h1><p>There is nothing at this address. <a href="/docs/search">Search</a>, or begin at the <a href="/docs">overview</a>.</p>',
  markdown: '',
  headings: [],
  sections: [],
  isMissing: true,
};

/** Outside the site a path leads nowhere: links in Markdown include the address of the service. */
function withAddress(markdown: string): string {
  return markdown.replaceAll(/\]\((\/[^)\s]*)\)/g, (_, path: string) => `](${exampleAddress}${path})`);
}

/** Relative address for another file of the same folder. */
const besideOf = (path: string): string => `.${path.slice(path.lastIndexOf('/'))}`;

type Assets = { frame: Frame; reference: ReferenceAssets; files: readonly Out[] };

async function assets(root: URL, pages: readonly Page[], { program }: ReferencePages): Promise<Assets> {
  const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');
  const operations = operationsOf(servedContract(contract(), exampleAddress));
  const files: Out[] = [];
  const keep = (name: string, type: string, text: string): string => {
    const path = assetPath(name, text);
    files.push({ path, type, text, isForEver: true });
    return path;
  };
  const minisearch = keep('minisearch.js', types.script, await read('node_modules/minisearch/dist/es/index.js'));
  const index = keep('search-index.json', types.json, searchIndex(entriesOf(pages, operations)));
  const script = (await read(`${guidesFolder}frame/docs.js`))
    .replace('./site.js', `../..${siteScript.path}`)
    .replace('./minisearch.js', besideOf(minisearch))
    .replace('./search-index.json', besideOf(index));
  const design = await read('server/pages/shell/design.css');
  const stylesheet = keep(
    'docs.css',
    types.css,
    `${withFonts(design, '../..')}\n${await read(`${guidesFolder}frame/docs.css`)}`,
  );
  const reference = {
    program: keep('reference.js', types.script, program),
    semantics: keep('semantics.js', types.script, await read(`${guidesFolder}reference/semantics.js`)),
    stylesheet: keep('reference.css', types.css, await read(`${guidesFolder}reference/look.css`)),
  };
  return { frame: { stylesheet, script: keep('docs.js', types.script, script) }, reference, files };
}
