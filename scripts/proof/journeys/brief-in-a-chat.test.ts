// The view of a brief inside a chat, in a real browser: it speaks the messages of MCP Apps, draws, and asks no address for anything.
import { type Server, createServer } from 'node:http';
import {
  McpUiInitializeRequestSchema,
  McpUiInitializedNotificationSchema,
  McpUiOpenLinkRequestSchema,
  McpUiSizeChangedNotificationSchema,
} from '@modelcontextprotocol/ext-apps';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Activity } from '../../../generated/api.ts';
import { briefViewContents } from '../../../server/mcp/brief-view.ts';
import { watchPolicies, watchScripts } from '../../stage/browser/page-faults.ts';
import { listening } from '../../stage/listening.ts';
import { openBrowser } from './visitor.ts';
import { recordedDocument } from '../../../server/testing/recordings.ts';

let browser: Browser;
let server: Server;
let address: string;

/** A chat: frames the view in an opaque origin, answers its first request, and passes it a tool result. */
const host = `<!doctype html><html lang="en"><title>A chat</title><body style="margin:0">
<iframe id="view" title="The view" sandbox="allow-scripts" style="border:0;width:100%;height:2000px"></iframe>
<script>
  const frame = document.getElementById('view');
  window.said = [];
  window.tell = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  window.addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return;
    window.said.push(data);
    if (data.method === 'ui/initialize') tell({ id: data.id, result: {
      protocolVersion: '2026-01-26', hostInfo: { name: 'a chat', version: '1' },
      hostCapabilities: { openLinks: {} }, hostContext: { theme: window.theme } } });
    else if (data.id !== undefined && data.method) tell({ id: data.id, result: {} });
  });
  fetch('/view').then((answer) => answer.text()).then((text) => { frame.srcdoc = text; });
</script></body></html>`;

beforeAll(async () => {
  browser = await openBrowser();
  // The policy that a chat enforces for a view without origins.
  const policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; frame-src 'self'";
  server = createServer((request, response) => {
    const body = request.url === '/view' ? briefViewContents.text : host;
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy })
      .end(body);
  });
  address = `http://127.0.0.1:${await listening(server)}/`;
});
afterAll(async () => {
  await browser.close();
  server.close();
});

type FrameMessage = { method?: string; params?: Record<string, unknown> };
const brief = (name: string): Record<string, unknown> => recordedDocument(name);

async function shown(
  result: object,
  { width = 640, theme = 'light' }: { width?: number; theme?: 'light' | 'dark' } = {},
) {
  const page: Page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: theme });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const faults: string[] = [];
  await watchPolicies(page.context(), faults);
  watchScripts(page, faults);
  await page.addInitScript(`window.theme = ${JSON.stringify(theme)}`);
  await page.goto(address);
  await heard(page, 'ui/notifications/initialized');
  await page.evaluate(`tell(${JSON.stringify({ method: 'ui/notifications/tool-result', params: result })})`);
  const view = page.frameLocator('#view');
  await view.locator('main h1, main > .note').first().waitFor();
  const said = (): Promise<FrameMessage[]> => page.evaluate('window.said');
  return { page, view, asked, faults, said };
}

/** A policy without eval leaves the browser no way to wait for a condition by itself. */
async function heard(page: Page, method: string): Promise<void> {
  const asked = `window.said.some((one) => one.method === ${JSON.stringify(method)})`;
  await expect.poll(() => page.evaluate(asked)).toBe(true);
}

const resultOf = (document: object): object => ({
  content: [{ type: 'text', text: JSON.stringify(document) }],
  structuredContent: document,
});

describe('the view of a brief', () => {
  it('speaks the messages that the convention has, and no others', async () => {
    const { page, said } = await shown(resultOf(brief('NWTB-overview')));
    await heard(page, 'ui/notifications/size-changed');
    const messages = await said();
    const schemas: Record<string, { parse: (value: unknown) => unknown }> = {
      'ui/initialize': McpUiInitializeRequestSchema,
      'ui/notifications/initialized': McpUiInitializedNotificationSchema,
      'ui/notifications/size-changed': McpUiSizeChangedNotificationSchema,
    };
    expect(messages.length).toBeGreaterThanOrEqual(3);
    for (const { method = '', params } of messages)
      expect(() => schemas[method]?.parse({ method, params })).not.toThrow();
    expect(messages.filter(({ method = '' }) => !(method in schemas))).toEqual([]);
    await page.close();
  });

  it('shows every view with its person and source, draws the chart, and opens a source through the chat alone', async () => {
    const document = brief('NWTB-overview');
    const { page, view, asked, faults, said } = await shown(resultOf(document));
    const views = document['views'] as { person: { name: string }; summary: { text: string } }[];
    expect(await view.locator('article').count()).toBe(views.length);
    for (const [place, { person, summary }] of views.entries()) {
      const article = view.locator('article').nth(place);
      await expect(article.innerText()).resolves.toContain(person.name);
      await expect(article.innerText()).resolves.toContain(summary.text);
      await expect(article.innerText()).resolves.toContain('Source: ');
    }
    expect(await view.locator('svg path').count()).toBe(2);
    await view.locator('button').first().click();
    await heard(page, 'ui/open-link');
    const opened = (await said()).find(({ method }) => method === 'ui/open-link');
    expect(() => McpUiOpenLinkRequestSchema.parse(opened)).not.toThrow();
    expect(asked.filter((url) => !url.startsWith(address) && !url.startsWith('about:'))).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('says since when each view has its direction and on whose word, and the activity in one line', async () => {
    const document = structuredClone(brief('NWTB-overview')) as { activity: Activity };
    const { activity } = document;
    const turned = {
      ...document,
      activity: {
        ...activity,
        opened: { bullish: 2, bearish: 0, mixed: 0, unclear: 0 },
        turned: [{ from: 'bullish', to: 'mixed', view_count: 1 }],
        closed_view_count: 1,
        not_counting: { invalidated: 0, status: 0, horizon: 0, silent: 2 },
        views: activity.views.map((one) => ({ ...one, direction_basis: 'operator_classified' })),
      },
    };
    const { page, view, faults } = await shown(resultOf(turned));
    const main = await view.locator('main').innerText();
    expect(main).toContain(
      'Last 90 days: opened 2 bullish; turned 1 bullish to mixed; closed 1. People with a counting',
    );
    expect(main).toContain('2 open views do not count. Dated next: ');
    for (const [place, one] of activity.views.entries()) {
      const said = await view.locator('article').nth(place).innerText();
      expect(said).toContain(`since ${one.direction_since.slice(0, 10)} · classified by the operator, last stated`);
    }
    expect(faults).toEqual([]);
    await page.close();
  });

  it('says what is stale, partial or only a preview, and shows a refusal as the words it has', async () => {
    const document = brief('NWTB-overview');
    const stale = structuredClone(document) as { data_status: Record<string, unknown>; warnings: object[] };
    stale.data_status['freshness'] = 'stale';
    stale.data_status['coverage'] = 'partial';
    stale.warnings = [{ code: 'shortened-to-fit', message: 'Fewer views are shown.', pointer: '/views' }];
    const { page, view } = await shown(resultOf(stale));
    const notes = await view.locator('.note').allInnerTexts();
    expect(notes.join(' ')).toMatch(/fictional.*stale.*partial.*Fewer views/s);
    await page.close();
    const refusal = {
      isError: true,
      content: [{ type: 'text', text: 'No credit is available. Nothing was charged.' }],
    };
    const refused = await shown(refusal);
    await expect(refused.view.locator('main').innerText()).resolves.toContain('No credit is available');
    await refused.page.close();
  });

  it('reads no markup in what it quotes', async () => {
    const document = structuredClone(brief('NWTB-overview')) as {
      views: { summary: { text: string }; person: { name: string } }[];
    };
    const hostile =
      '<img src=x onerror="parent.postMessage({stolen:1},\'*\')"><script>document.title="stolen"</script>';
    for (const view of document.views) view.summary.text = view.person.name = hostile;
    const { page, view, faults, said } = await shown(resultOf(document));
    expect(await view.locator('img, article script').count()).toBe(0);
    await expect(view.locator('article').first().innerText()).resolves.toContain('<img src=x');
    expect(JSON.stringify(await said())).not.toContain('stolen');
    expect(faults).toEqual([]);
    await page.close();
  });

  it('draws every recorded brief, and fits a narrow chat, light and dark, without a finding of axe', async () => {
    let seen = 0;
    for (const name of [
      'NWTB-overview',
      'KLPF-full',
      'OSTR-overview',
      'MSBK-overview',
      'entity-industry',
      'GRMW-overview',
    ]) {
      for (const [width, theme] of [
        [320, 'dark'],
        [640, 'light'],
      ] as const) {
        const { page, view, faults } = await shown(resultOf(brief(name)), { width, theme });
        expect([name, width, faults]).toEqual([name, width, []]);
        const frame = page.frames()[1];
        if (frame === undefined) throw new Error('there is no view');
        expect(await frame.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
        await frame.evaluate(axe.source);
        const { violations } = (await frame.evaluate(
          `axe.run(document, { rules: { region: { enabled: false } } })`,
        )) as { violations: { id: string }[] };
        expect([name, width, violations.map(({ id }) => id)]).toEqual([name, width, []]);
        expect(await view.locator('h1').count()).toBe(1);
        await page.close();
        seen += 1;
      }
    }
    expect(seen).toBe(12);
  });
});
