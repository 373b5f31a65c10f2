// Acts of readers, programs, chats and people; each knows the expected answers.
import { randomUUID } from 'node:crypto';
import { decideLogin } from '../../../server/access/devices/device-login.ts';
import { headerOf } from '../fuzz/wire.ts';
import { type ReaderContext, ask, askInChat } from './asking.ts';

const ok = [200];
const DAY_MS = 86_400_000;
/** After the first statements of the preview corpus, and before its end. */
const coldFrom = Date.parse('2026-04-15T00:00:00Z');
const COLD_DAYS = 180;

async function brief(context: ReaderContext): Promise<void> {
  const { readers, draw } = context;
  const coding = draw.pick(['gzip', 'br', 'identity']);
  const path = `/v1/brief?ticker=${draw.pick(readers.tickers)}`;
  await ask(context, path, { key: readers.key, headers: { 'Accept-Encoding': coding }, expects: ok });
}

/** From page to page, while others release. */
async function walk(context: ReaderContext): Promise<void> {
  const { readers, draw } = context;
  let path = draw.pick(['/v1/beliefs?limit=7', '/v1/sources?limit=5']);
  for (let pages = 0; pages < 6; pages += 1) {
    const { body } = await ask(context, path, { key: readers.key, expects: ok });
    const { pagination } = JSON.parse(body.toString()) as { pagination: { next_page_url: string | null } };
    if (pagination.next_page_url === null) return;
    path = pagination.next_page_url.slice(readers.baseUrl.length);
  }
}

/** A new cutoff, whose answer no cache holds. */
async function cold(context: ReaderContext): Promise<void> {
  const { readers, draw } = context;
  const asOf = new Date(coldFrom + draw.below(COLD_DAYS * DAY_MS)).toISOString();
  const path = draw.pick([`/v1/brief?ticker=${draw.pick(readers.tickers)}&`, '/v1/beliefs?limit=20&', '/v1/sources?']);
  // A company that nothing was known of yet is not covered.
  await ask(context, `${path}as_of=${asOf}`, { key: readers.key, expects: [200, 404] });
}

async function chat(context: ReaderContext): Promise<void> {
  const { readers, draw } = context;
  const name = draw.pick(['get_brief', 'get_beliefs']);
  const given = name === 'get_brief' ? { ticker: draw.pick(readers.tickers), max_results: 3 } : { limit: 5 };
  await askInChat(context, { token: readers.token, id: draw.below(1_000), name, given });
}

async function unchanged(context: ReaderContext): Promise<void> {
  const first = await ask(context, '/v1/tickers', { expects: ok });
  const headers = { 'If-None-Match': headerOf(first, 'etag') ?? '' };
  // A release may have come between the two.
  await ask(context, '/v1/tickers', { headers, expects: [304, 200] });
}

async function repeated(context: ReaderContext): Promise<void> {
  const { readers, draw, totals } = context;
  const headers = { 'X-Request-ID': randomUUID() };
  const path = `/v1/brief?ticker=${draw.pick(readers.tickers)}`;
  const sent = { key: readers.key, headers, expects: ok };
  const [first, second] = [await ask(context, path, sent), await ask(context, path, sent)];
  if (!first.body.equals(second.body)) totals.failures.push(`${path}: a repetition got other bytes`);
}

async function refused(context: ReaderContext): Promise<void> {
  const { readers, draw } = context;
  const [path, key, status] = draw.pick([
    ['/v1/beliefs?limit=0', readers.key, 400],
    ['/v1/beliefs?cursor=nonsense', readers.key, 400],
    ['/v1/brief?ticker=ZZZZ', readers.key, 404],
    [`/v1/brief?ticker=${readers.tickers[0]}`, readers.poorKey, 402],
    ['/v1/beliefs', `${readers.key}x`, 401],
    ['/v1/nothing', readers.key, 404],
  ] as const);
  await ask(context, path, { key, expects: [status] });
}

/** A login from its beginning to the first use of its key. */
async function device(context: ReaderContext): Promise<void> {
  const { readers, totals } = context;
  const started = await ask(context, '/api/auth/cli/initiate', {
    method: 'POST',
    body: JSON.stringify({ deviceName: 'soak' }),
    expects: ok,
  });
  const { deviceCode, userCode } = JSON.parse(started.body.toString()) as { deviceCode: string; userCode: string };
  const { store, userId, workspaceId } = readers;
  await decideLogin(store.db, { userCode, decision: 'approve', userId, workspaceId });
  const polled = await ask(context, '/api/auth/cli/poll', { key: deviceCode, expects: ok });
  const { apiKey } = JSON.parse(polled.body.toString()) as { apiKey?: string };
  if (apiKey === undefined) return void totals.failures.push(`no key: ${polled.body.toString()}`);
  await ask(context, '/v1/status', { key: apiKey, expects: ok });
}

async function pages(context: ReaderContext): Promise<void> {
  const { readers, draw } = context;
  const path = draw.pick(['/', '/sign-in', '/docs', '/connect', '/account', '/openapi.json', '/v1/status']);
  const headers = { Cookie: `__Host-session=${readers.session}; session=${readers.session}` };
  const key = path === '/v1/status' ? { key: readers.key } : {};
  // Who is signed in is led on from the sign-in, and from nowhere else.
  await ask(context, path, { ...key, headers, expects: path === '/sign-in' ? [303] : [200] });
}

/** Each as often as it stands here. */
export const acts = [
  ...Array.from({ length: 8 }, () => brief),
  ...Array.from({ length: 4 }, () => walk),
  ...Array.from({ length: 2 }, () => cold),
  ...Array.from({ length: 6 }, () => chat),
  ...Array.from({ length: 4 }, () => unchanged),
  ...Array.from({ length: 3 }, () => repeated),
  ...Array.from({ length: 6 }, () => refused),
  ...Array.from({ length: 6 }, () => pages),
  device,
];
