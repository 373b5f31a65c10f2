// A person at a browser of their own, watched: whatever a page does that no page of ours may do is kept as a fault.
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { Browser, BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { launch } from '../browser/launch.ts';

export type Visitor = {
  page: Page;
  context: BrowserContext;
  /** Messages of the console, errors, policy violations, dialogs, and requests to other origins. */
  faults: string[];
  open(path: string): Promise<number>;
  close(): Promise<void>;
};

/**
 * The packaged Chromium unpacks itself where all processes of this machine look for it, and must not be run half
 * unpacked: test files that run at once start theirs one after the other. The name is given back when a process ends.
 */
export async function openBrowser(): Promise<Browser> {
  const lock = process.platform === 'linux' ? await held('\0research-journeys-browser') : null;
  try {
    return await launch();
  } finally {
    lock?.close();
  }
}

async function held(name: string): Promise<ReturnType<typeof createServer>> {
  for (;;) {
    const server = createServer();
    const isHeld = once(server, 'listening').then(
      () => true,
      () => false,
    );
    server.listen(name);
    if (await isHeld) return server;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export async function visit(browser: Browser, base: string): Promise<Visitor> {
  // Without motion: a picture taken while colours change would show neither scheme.
  const [viewport, reducedMotion] = [{ width: 1440, height: 900 }, 'reduce'] as const;
  const context = await browser.newContext({ baseURL: base, viewport, reducedMotion });
  const faults: string[] = [];
  await context.route('**/*', async (route) => {
    if (new URL(route.request().url()).origin === base) return route.continue();
    faults.push(`request to ${route.request().url().slice(0, 200)}`);
    await route.abort();
  });
  await context.exposeBinding('reportViolation', (_source, what: string) => void faults.push(`policy: ${what}`));
  await context.addInitScript({
    content: `addEventListener('securitypolicyviolation', (event) =>
    reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));`,
  });
  context.on('page', (page) => watch(page, faults));
  const page = await context.newPage();
  return {
    page,
    context,
    faults,
    open: async (path) => (await page.goto(path))?.status() ?? 0,
    close: () => context.close(),
  };
}

/** Chromium says when it has done what the answer to a sign-out asks for. */
const isCleared = (message: ConsoleMessage): boolean =>
  message.type() === 'info' && /^Clear-Site-Data header on '[^']*\/sign-out'/.test(message.text());

function watch(page: Page, faults: string[]): void {
  page.on('console', (message) => {
    if (!isOwnStatus(page, message) && !isCleared(message))
      faults.push(`console: ${message.type()} ${message.text().slice(0, 300)}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('popup', () => faults.push('a window was opened'));
  page.on('download', () => faults.push('a download was begun'));
  page.on('dialog', async (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
}

/** Chromium reports the status of a page such as 404 or 410 as if a part of it were missing. */
function isOwnStatus(page: Page, message: ConsoleMessage): boolean {
  const isStatus = message.text().startsWith('Failed to load resource: the server responded with a status of 4');
  const [asked] = message.location().url.split('#');
  return isStatus && (page.url().split('#')[0] === asked || message.location().url === '');
}
