// Built documentation: complete, reproducible, without dead links and without other origins.
import MiniSearch from 'minisearch';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract, servedContract } from '../../server/contract/description.ts';
import { catalogue, perhapsCharged } from '../../server/contract/problems.ts';
import { readDecisions, marksOf } from './decisions.ts';
import { exampleAddress } from './recording/examples.ts';
import { operationsOf } from './operations.ts';
import { codes, readCauses } from './problem-pages.ts';
import { answers } from './search-answers.ts';
import { indexOptions, searchBoost } from './search-options.ts';
import { chapters, places, tryPage } from './site-map.ts';
import { type Built, anchorsOf, buildForTest, linksOf, root } from './test-site.ts';

let site: Built;
beforeAll(async () => {
  site = await buildForTest();
});

/** Addresses that the service answers in addition to the built files. */
const served =
  /^\/(|account|account\/(keys|usage|receipts|connections)|brief\/NWTB|connect|subscribe|mcp|openapi\.json|agent-quickstart\.md|auth\.md|docs\/try|docs\/record-schemas\.json|(assets\/[\w-]+|favicon)\.(svg|png|ico|js|woff2)|v1\/releases\.atom)$/;

describe('the documentation', () => {
  it('is the same bytes when it is built again', async () => {
    const again = await buildForTest();
    const differing = [...site.files.values()].filter(
      ({ path, text }) => String(again.files.get(path)?.text) !== String(text),
    );
    expect(differing.map(({ path }) => path)).toEqual([]);
    expect([again.files.size, site.files.size > 120]).toEqual([site.files.size, true]);
  });

  it('has no link that leads nowhere, and no anchor that is not there', () => {
    const dead: string[] = [];
    let followed = 0;
    for (const path of site.pages) {
      for (const link of linksOf(site.text(path))) {
        const { origin, pathname, hash } = new URL(link, `${exampleAddress}${path}`);
        followed += 1;
        const isThere = site.files.has(pathname) || served.test(pathname);
        if (origin !== exampleAddress || !isThere) dead.push(`${path}: ${link}`);
        const isOwn = site.pages.includes(pathname) && pathname !== '/docs/reference';
        if (isOwn && hash !== '' && !anchorsOf(site.text(pathname)).has(hash.slice(1))) dead.push(`${path}: ${link}`);
      }
    }
    expect(dead).toEqual([]);
    expect(followed).toBeGreaterThan(1_500);
  });

  it('has one h1, a description, a main part and its Markdown on every page', () => {
    expect(site.pages.length).toBeGreaterThan(40);
    for (const path of site.pages.filter((one) => one !== '/docs/reference')) {
      const html = site.text(path);
      expect([path, html.match(/<h1[ >]/g)?.length]).toEqual([path, 1]);
      expect([path, html.includes(`href="${path}.md"`), html.includes('<main id="main"')]).toEqual([path, true, true]);
      expect([path, site.files.get(`${path}.md`)?.type]).toEqual([path, 'text/markdown; charset=utf-8']);
      expect(site.text(`${path}.md`)).toMatch(/^# \S/);
    }
  });

  it('keeps scripts and styles out of its pages, and everything of other origins', () => {
    for (const path of site.pages.filter((one) => one !== '/docs/reference')) {
      const html = site.text(path);
      expect([path, html.match(/<script(?![^>]* src="(\/docs)?\/assets\/)|<style|\sstyle="|\son[a-z]+="/g)]).toEqual([
        path,
        null,
      ]);
      const loaded = [
        ...html.matchAll(/<(?:script|link(?! rel="canonical")|img|iframe)[^>]*(?:src|href)="(https?:)?\/\/[^"]*"/g),
      ];
      expect([path, loaded.length]).toEqual([path, 0]);
    }
  });

  it('tells in llms.txt and in llms-full.txt of every page', () => {
    const [list, whole] = [site.text('/llms.txt'), site.text('/llms-full.txt')];
    const pages = [...site.pages, tryPage.path];
    for (const path of pages) {
      expect([path, list.includes(`](${exampleAddress}${path}.md)`)]).toEqual([path, true]);
      expect([path, whole.includes(`<!-- ${exampleAddress}${path} -->`)]).toEqual([path, true]);
    }
    expect(site.text('/docs/llms.txt')).toBe(list);
    expect(pages.length).toBeGreaterThan(chapters.length * 3);
  });

  it('writes Markdown whose links need no page around them', () => {
    for (const path of site.pages) expect([path, site.text(`${path}.md`).match(/\]\(\/[^)]*\)/)]).toEqual([path, null]);
  });
});

describe('the pages of errors', () => {
  it('are one for each code of the catalogue, with cause, advice, retry and charge', async () => {
    const causes = await readCauses(root);
    expect([...causes.keys()].toSorted()).toEqual(codes.toSorted());
    for (const code of codes) {
      const text = site.text(`/docs/errors/${code}.md`);
      const { status, title } = catalogue[code];
      for (const part of [
        title,
        `HTTP status | ${status}`,
        `Charged | **${perhapsCharged.has(code) ? 'no, or not known' : 'never'}**`,
        causes.get(code) ?? '?',
        '## What to do',
      ])
        expect([code, text.includes(part)]).toEqual([code, true]);
      expect(site.text('/docs/errors')).toContain(`href="/docs/errors/${code}"`);
    }
    expect(codes.length).toBeGreaterThan(25);
  });
});

describe('the page of decisions', () => {
  it('has every mark of the contract at its place, and no decision without one', async () => {
    const marks = marksOf(contract());
    const text = site.text('/docs/decisions.md');
    for (const { place, sentence } of marks) expect(text).toContain(`- ${place}: ${sentence}`);
    const numbers = new Set(marks.map(({ number }) => number));
    expect((await readDecisions(root)).map(({ number }) => number).toSorted()).toEqual([...numbers].toSorted());
    expect(marks.length).toBeGreaterThan(45);
  });
});

/** Look-up pages begin with what is looked up. */
const lookUps: ReadonlySet<string> = new Set(
  ['asvs', 'changelog', 'glossary', 'security'].map((name) => `/docs/${name}`),
);

describe('a guide', () => {
  it('begins with its task, and shows an example or what to type before its third heading', () => {
    const guides = places.filter(({ path, kind }) => kind === 'guide' && !lookUps.has(path));
    expect(guides.length).toBeGreaterThan(15);
    for (const { path } of guides) {
      const begin = site.text(`${path}.md`).split('\n## ').slice(0, 3).join('');
      expect([path, begin.includes('```')]).toEqual([path, true]);
    }
  });
});

describe('the list for agents', () => {
  it('keeps its own advice: an id apart, a person for a payment, and no onboarding of other chats', () => {
    const text = site.text('/llms.txt');
    for (const said of ['request id of a call apart', '`checkoutUrl`', 'onboarding of others is pending'])
      expect(text).toContain(said);
  });
});

describe('the search', () => {
  type SearchHit = { path: string };
  let search: (text: string) => readonly SearchHit[];
  beforeAll(() => {
    const index = [...site.files.keys()].find((path) => path.includes('search-index'));
    const loaded = MiniSearch.loadJSON(site.text(index ?? ''), indexOptions);
    search = (text) =>
      loaded.search(text, {
        prefix: true,
        fuzzy: 0.15,
        boost: searchBoost,
        combineWith: 'AND',
      }) as unknown as readonly SearchHit[];
  });

  it('finds each error code first on its own page', () => {
    for (const code of codes) expect([code, search(code)[0]?.path]).toEqual([code, `/docs/errors/${code}`]);
  });

  it('finds each operation first by its id, and by its path', () => {
    const operations = operationsOf(servedContract(contract(), null));
    for (const { id, path } of operations) {
      const isOperation = (to: string | undefined) => to?.endsWith(`/${id.toLowerCase()}`) === true;
      expect([id, isOperation(search(id)[0]?.path)]).toEqual([id, true]);
      expect([path, search(path).some((one) => isOperation(one.path))]).toEqual([path, true]);
    }
    expect(operations.length).toBeGreaterThan(10);
  });

  it('finds each heading of each guide', () => {
    let asked = 0;
    for (const path of chapters.flatMap(({ places }) => places).map((place) => place.path)) {
      if (!site.pages.includes(path) || path === '/docs/reference') continue;
      for (const [, anchor = '', text = ''] of site.text(path).matchAll(/<h[23] id="([^"]*)">([^<]*)<\/h[23]>/g)) {
        const found = search(text.replaceAll('&amp;', '&').replaceAll('&quot;', '"'));
        expect([text, found.some((one) => one.path === `${path}#${anchor}`)]).toEqual([text, true]);
        asked += 1;
      }
    }
    expect(asked).toBeGreaterThan(80);
  });

  it.each([
    ['webhook', '/docs/releases#into-a-webhook'],
    ['webhooks', '/docs/releases#into-a-webhook'],
    ['csv', '/docs/operate#statements-from-a-table'],
    ['rate limit', '/docs/charging#rate-limits'],
    ['rate limits', '/docs/charging#rate-limits'],
    ['429', '/docs/charging#rate-limits'],
    ['idempotency', '/docs/charging#retry-without-fear'],
    ['api key', '/docs/start#1-get-a-key'],
    ['oauth', '/docs/connect-a-chat'],
  ])('finds for “%s” the place that answers it before the places that mention it', (text, path) => {
    expect(search(text)[0]?.path).toBe(path);
  });

  it('names only places that there are', () => {
    for (const path of Object.keys(answers)) {
      const [page = '', anchor] = path.split('#');
      expect([path, site.pages.includes(page)]).toEqual([path, true]);
      if (anchor !== undefined) expect([path, anchorsOf(site.text(page)).has(anchor)]).toEqual([path, true]);
    }
  });

  it('is asked in the browser with the fields that it was built with', () => {
    const script = [...site.files.keys()].find((path) => /docs-\w+\.js$/.test(path)) ?? '';
    expect(site.text(script)).toContain(`fields: [${indexOptions.fields.map((field) => `'${field}'`).join(', ')}]`);
    const boosts = Object.entries(searchBoost).map(([name, boost]) => `${name}: ${boost}`);
    expect(site.text(script)).toContain(`boost: { ${boosts.join(', ')} }`);
    const named = Array.from(site.text(script).matchAll(/'\.\/([^']+)'/g), ([, name = '']) => name);
    expect(named.filter((name) => !site.files.has(`/docs/assets/${name}`))).toEqual([]);
    expect(named).toHaveLength(2);
  });
});

describe('the changelog', () => {
  it('says in its feed what it says on its page: version, day, and whether one is affected', () => {
    const { version } = contract()['info'] as { version: string };
    const feed = site.text('/docs/changelog.atom');
    expect(feed).toContain(`<id>${exampleAddress}/docs/changelog#${version}</id>`);
    expect(feed).toContain('<published>2026-09-13T00:00:00Z</published>');
    expect(feed).toContain('Am I affected?');
    const link = /<link rel="alternate" type="text\/html" href="([^"]*#[^"]+)"/.exec(feed)?.[1] ?? '';
    expect(anchorsOf(site.text('/docs/changelog')).has(new URL(link).hash.slice(1))).toBe(true);
  });
});
