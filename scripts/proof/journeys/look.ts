// Inspection of a page: axe, overflow, cut-off text, and optional screenshots.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { CDPSession, Page } from 'playwright-core';

/** Drawing them takes longer than everything else that is done with a page: they are taken where this folder was made. */
const pictures = fileURLToPath(new URL('../../../.build/journeys/', import.meta.url));
const widths = [320, 768, 1440] as const;
const schemes = ['light', 'dark'] as const;

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const measure = readFile(new URL('layout.js', import.meta.url), 'utf8');

/** So much of a long page is pictured, from its top. */
const height_max = 6_000;

/** Scripts that follow width and scheme run with the next frame; the one after it shows what they changed. */
const twoFrames = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';
const dot = { x: 0, y: 0, width: 1, height: 1, scale: 1 };

type Violation = { id: string; nodes: { target: string[] }[] };

/** Faults of the page in every width and colour scheme; screenshots are named after `name`. */
export async function look(page: Page, name: string): Promise<string[]> {
  const isPictured = existsSync(pictures);
  // A page can be read before its style has come.
  await page.waitForLoadState('load');
  await page.evaluate(await axe);
  await page.evaluate(await measure);
  const found: string[] = [];
  const session = await page.context().newCDPSession(page);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await drawn(page, session);
    for (const fault of (await page.evaluate('layoutFaults()')) as string[])
      found.push(`${name} at ${width}: ${fault}`);
    // Results of axe differ by width or by scheme, never by both: each value of both is checked once.
    const judgedIn = width === 320 ? 'dark' : width === 1440 ? 'light' : null;
    if (judgedIn === null && !isPictured) continue;
    const height = (await page.evaluate(`Math.min(document.documentElement.scrollHeight, ${height_max})`)) as number;
    await page.setViewportSize({ width, height });
    for (const scheme of schemes) {
      if (scheme !== judgedIn && !isPictured) continue;
      await page.emulateMedia({ colorScheme: scheme });
      await drawn(page, session);
      if (scheme === judgedIn)
        for (const one of await judged(page)) found.push(`${name} at ${width}, ${scheme}: ${one}`);
      if (!isPictured) continue;
      const { data } = await session.send('Page.captureScreenshot', { format: 'jpeg', quality: 80 });
      await writeFile(join(pictures, `${name}-${width}-${scheme}.jpg`), Buffer.from(data, 'base64'));
    }
  }
  await session.detach();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** A browser in the background draws no frame by itself, however long one waits, but it draws one for a picture. */
async function drawn(page: Page, session: CDPSession): Promise<void> {
  let isDrawn = false;
  const frames = page.evaluate(twoFrames).then(() => (isDrawn = true));
  while (!isDrawn) {
    await Promise.race([frames, setTimeout(500)]);
    if (!isDrawn) await session.send('Page.captureScreenshot', { format: 'jpeg', quality: 1, clip: dot });
  }
}

async function judged(page: Page): Promise<string[]> {
  const violations = (await page.evaluate(
    `axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'] }).then(({ violations }) => violations)`,
  )) as Violation[];
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
