// Person at a separate browser, whose pages are watched for forbidden behaviour.
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launch } from '../../stage/browser/launch.ts';
import { watchPolicies, watchScripts } from '../../stage/browser/page-faults.ts';

export type Visitor = {
  page: Page;
  context: BrowserContext;
  /** Errors, policy violations, dialogs, windows, downloads, and requests to other origins. */
  faults: string[];
  open(path: string): Promise<number>;
  close(): Promise<void>;
};

/**
 * The packaged Chromium unpacks to a shared folder and must not run half unpacked, so concurrent test files start it
 * one after another. The lock ends with its process.
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
  await watchPolicies(context, faults);
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

function watch(page: Page, faults: string[]): void {
  watchScripts(page, faults);
  page.on('popup', () => faults.push('a window was opened'));
  page.on('download', () => faults.push('a download was begun'));
  page.on('dialog', async (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    await dialog.dismiss();
  });
}
