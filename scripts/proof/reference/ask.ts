// The questions to the running service: whole walks over its pages, and what its command line explains.
import { read } from '../../stage/running-service.ts';
import type { Answer, Ran } from '../../stage/running-service.ts';
import { object } from './answered.ts';

const PAGES_MAX = 1000;

/** One question to the command line of the store under comparison, which has to succeed. */
export type Admin = (...args: string[]) => Promise<Ran>;
export type Service = { admin: Admin; base: string; key: string };

/** Every page from the first, each next one at exactly the address that the one before it names. */
export async function walk({ base, key }: Service, query: Record<string, string>): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let url: unknown = `${base}/v1/beliefs?${new URLSearchParams(query)}`; typeof url === 'string';) {
    if (pages.length > PAGES_MAX) throw new Error(`the walk does not end: ${url}`);
    const page = await read(key, url);
    pages.push(page);
    url = object(object(page.body)['pagination'])['next_page_url'];
  }
  return pages;
}

/** One process explains all tickers of a cutoff: to start one is what takes the time. */
export async function explain(admin: Admin, tickers: readonly string[], asOf: string): Promise<Map<string, unknown>> {
  if (tickers.length === 0) return new Map();
  const { stdout } = await admin('explain', ...tickers, '--as-of', asOf, '--json');
  const report = JSON.parse(stdout) as { explained?: { ticker: string }[] } & { ticker: string };
  return new Map((report.explained ?? [report]).map((one) => [one.ticker, one]));
}
