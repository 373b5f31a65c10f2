// Paged list: follows the next address of each page, at the cutoff of the first page.
import type { Pagination } from '../generated/api.ts';
import { ResearchError } from './problems.ts';
import type { ResearchResult } from './result.ts';

/** Each iteration starts again at the first page; each page is one metered request. */
export interface PagedList<Item, Page> extends AsyncIterable<Item> {
  /** The pages themselves, each with its cost, cutoff and warnings. */
  pages(): AsyncIterableIterator<ResearchResult<Page>>;
}

export interface PageSource<Item, Page> {
  /** Requests the first page and passes its address to `onUrl`. */
  first(onUrl: (url: string) => void): Promise<ResearchResult<Page>>;
  follow(url: string): Promise<ResearchResult<Page>>;
  itemsOf(page: Page): readonly Item[];
}

/** Receipts and releases have no cutoff: one that comes during the walk sorts before the first page. */
export type AnyPage = { as_of?: string; pagination: Pick<Pagination, 'next_page_url'> };

export function pagedList<Item, Page extends AnyPage>(paging: PageSource<Item, Page>): PagedList<Item, Page> {
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
}: PageSource<Item, Page>): AsyncGenerator<ResearchResult<Page>, void, undefined> {
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
