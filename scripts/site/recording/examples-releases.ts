// Examples of the list of releases.
import type { Example } from './examples.ts';

export const releases: readonly Example[] = [
  {
    name: 'releases',
    operation: 'listReleases',
    key: 'preview',
    query: { limit: 2 },
    ts: `for await (const { number, effective_at, counts, tickers } of client.releases()) {
  console.log(number, effective_at, counts.opened, tickers.join(' '));
}`,
    cli: 'releases --limit 2',
  },
  {
    name: 'releases-after',
    operation: 'listReleases',
    key: 'preview',
    query: { after: 3, limit: 1 },
    headers: { Prefer: 'wait=25' },
    show: ['/releases/0/number', '/releases/0/effective_at', '/releases/0/counts', '/pagination'],
  },
];
