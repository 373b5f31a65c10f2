// Pages as the browser's own parser reads them, by the hundred, without opening each.
import { eachOf } from '../faults/stage/world.ts';
import type { Visitor } from './visitor.ts';

export type ParsedPage = {
  elements: number;
  /** For each selector what its elements hold, or the value of a field. */
  texts: string[][];
};

/** Asked with the visitor's session. */
export async function parsed(
  who: Visitor,
  base: string,
  asked: { paths: readonly string[]; selectors: readonly string[] },
) {
  const cookie = (await who.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const pages: string[] = [];
  await eachOf(asked.paths.entries(), 8, async ([index, path]) => {
    const response = await fetch(`${base}${path}`, { headers: { cookie } });
    if (response.status >= 500) throw new Error(`${path} is answered ${response.status}`);
    pages[index] = await response.text();
  });
  const read = `(([pages, selectors]) => pages.map((page) => {
    const of = new DOMParser().parseFromString(page, 'text/html');
    const held = (one) => [...of.querySelectorAll(one)].map((found) => found.getAttribute('value') ?? found.textContent);
    return { elements: of.querySelectorAll('*').length, texts: selectors.map(held) };
  }))(${JSON.stringify([pages, asked.selectors])})`;
  return (await who.page.evaluate(read)) as ParsedPage[];
}
