// Faults of a page in a browser test: script errors, error messages of the console, and policy violations.
import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';

/**
 * Only errors fail a test: they report that something did not work. The levels below carry advice, and a new release of
 * a browser adds some, so the result would depend on the browser of the machine. What a test must know of them, such as
 * a form that password managers cannot fill, is tested on the page itself.
 */
const failing: ReadonlySet<string> = new Set(['error', 'assert']);

/** Policy violations are read as events: the level of their console messages varies. */
export async function watchPolicies(context: BrowserContext, faults: string[]): Promise<void> {
  await context.exposeBinding('reportViolation', (_source, what: string) => void faults.push(`policy: ${what}`));
  await context.addInitScript({
    content: `addEventListener('securitypolicyviolation', (event) =>
    reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));`,
  });
}

export function watchScripts(page: Page, faults: string[]): void {
  page.on('console', (message) => {
    if (failing.has(message.type()) && !isOwnStatus(page, message))
      faults.push(`console: ${message.type()} ${message.text().slice(0, 300)}`);
  });
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
}

/** Chromium reports the status of a page such as 404 or 410 as if a part of it were missing. */
function isOwnStatus(page: Page, message: ConsoleMessage): boolean {
  const isStatus = message.text().startsWith('Failed to load resource: the server responded with a status of 4');
  const [asked] = message.location().url.split('#');
  return isStatus && (page.url().split('#')[0] === asked || message.location().url === '');
}
