// Documents in the README, compared with the answers of the service.
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';

const root = new URL('../../', import.meta.url);

type Comparison = { checked: number; absent: string[] };

/** Every value shown is at its place in the answer; items of a list may be left out. */
function compare(shown: unknown, whole: unknown, at: string, found: Comparison): void {
  if (Array.isArray(shown) && Array.isArray(whole)) {
    for (const [index, item] of shown.entries()) {
      const fits = whole.some((candidate) => {
        const inner: Comparison = { checked: 0, absent: [] };
        compare(item, candidate, at, inner);
        return inner.absent.length === 0;
      });
      found.checked += 1;
      if (!fits) found.absent.push(`${at}/${index}`);
    }
  } else if (shown !== null && typeof shown === 'object' && whole !== null && typeof whole === 'object') {
    for (const [key, value] of Object.entries(shown)) {
      compare(value, (whole as Record<string, unknown>)[key], `${at}/${key}`, found);
    }
  } else {
    found.checked += 1;
    if (shown !== whole) found.absent.push(at);
  }
}

describe('the README', () => {
  it('shows a part of the recorded answer, and nothing that is not in it', async () => {
    const readme = await readFile(new URL('README.md', root), 'utf8');
    const block = /```json\n([^`]+)```/.exec(readme)?.[1];
    const whole: unknown = JSON.parse(
      await readFile(new URL('fixtures/answers/brief-overview/NWTB-overview.json', root), 'utf8'),
    );
    const found: Comparison = { checked: 0, absent: [] };
    compare(JSON.parse(block ?? 'null'), whole, '', found);
    expect(found.absent).toEqual([]);
    expect(found.checked).toBeGreaterThan(12);
  });

  it('names only commands that the package has', async () => {
    const readme = await readFile(new URL('README.md', root), 'utf8');
    const { scripts } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as { scripts: object };
    const named = [...readme.matchAll(/npm run ([a-z]+)/g)].map(([, name]) => name ?? '');
    expect(named.length).toBeGreaterThan(8);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});
