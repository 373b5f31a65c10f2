// Questions for a cache: paths that everybody may share, paths of one caller, and each header that changes an answer.
import type { Headers } from './asking.ts';

export const sharedPaths: readonly string[] = [
  '/',
  '/v1/tickers',
  '/v1/releases',
  '/v1/releases.atom',
  '/openapi.json',
  '/openapi.yaml',
  '/docs',
  '/docs/start',
  '/docs/start.md',
  '/docs/errors/unavailable',
  '/llms.txt',
];

export const ownPaths: readonly string[] = [
  '/v1/status',
  '/v1/brief?ticker=NWTB',
  '/v1/beliefs?limit=2',
  '/docs/nothing',
  '/account',
  '/account/receipts',
];

/** The two that hold a credential, and null for who has none. */
export type Callers = { keys: readonly string[]; cookie: string };

export function variations({ keys, cookie }: Callers): readonly Headers[] {
  const plain: readonly Headers[] = [
    {},
    { accept: 'application/json' },
    { accept: 'text/html' },
    { accept: 'text/csv' },
    { 'accept-encoding': 'gzip' },
    { 'accept-encoding': 'br' },
    { 'accept-encoding': 'identity' },
    { 'accept-encoding': 'gzip, br;q=0.5' },
    { 'research-version': '1999-01-01' },
    { 'research-version': '2026-10-05' },
    { 'research-version': 'latest', accept: 'text/csv' },
    { origin: 'https://app.example' },
    { 'if-none-match': '"none"' },
    { prefer: 'wait=1' },
    { cookie },
    { cookie, 'accept-encoding': 'gzip' },
  ];
  const authorized = ['', 'wrong', ...keys].flatMap((key) =>
    [{}, { 'accept-encoding': 'br' }].map((more) => ({ authorization: `Bearer ${key}`, ...more })),
  );
  return [...plain, ...authorized];
}
