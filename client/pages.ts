// A list over pages: each next page by the address that the page before it gave, at the cutoff of the first where it has one.
import type { Pagination } from '../generated/api.ts';
import { ResearchError } from './problems.ts';
import type { ResearchResult } from './result.ts';

/** Each iteration asks anew, and each page is one metered request. */
export interface PagedList<Item, Page> extends AsyncIterable<Item> {
  /** Page by page, each with its cost, its cutoff and its warnings. */
  pages(): AsyncIterableIterator<ResearchResult<Page>>;
}

export interface Paging<Item, Page> {
  /** Asks for the first page; `url` is told where that was. */
  first(onUrl: (url: string) => void): Promise<ResearchResult<Page>>;
  follow(url: string): Promise<ResearchResult<Page>>;
  itemsOf(page: Page): readonly Item[];
}

/** Receipts are of no cutoff: what is charged midway comes before the first page. */
type AnyPage = { as_of?: string; pagination: Pagination };

export function pagedList<Item, Page extends AnyPage>(paging: Paging<Item, Page>): PagedList<Item, Page> {
  const pages = () => pagesOf(paging);
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const { data, requestId } of pages()) {
        const items: unknown = paging.itemsOf(data);
        if (!Array.isArray(items))
          throw new ResearchError('malformed-answer', { detail: 'this page lists something else', requestId });
        yield* items as readonly Item[];
      }
    },
  };
}

async function* pagesOf<Item, Page extends AnyPage>({
  first,
  follow,
}: Paging<Item, Page>): AsyncGenerator<ResearchResult<Page>, void, undefined> {
  const seen = new Set<string>();
  let page = await first((url) => seen.add(url));
  const { as_of: asOf } = page.data;
  for (;;) {
    const { as_of, pagination } = page.data;
    if (as_of !== asOf) {
      const detail = `the first page is of ${asOf} and this one of ${as_of}: newer evidence came in midway`;
      throw new ResearchError('as-of-changed', { detail, requestId: page.requestId });
    }
    yield page;
    const url = pagination.next_page_url;
    if (url === null) return;
    if (seen.has(url)) {
      throw new ResearchError('pagination-loop', { detail: `${url} was read before`, requestId: page.requestId });
    }
    seen.add(url);
    page = await follow(url);
  }
}
