// Store with an example of everything that an export carries: research in both collections, people, devices and chats.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishLive } from '../../../server/ingest/testing/live-corpus.ts';
import { approveChat, redeemCode } from '../../../server/access/chats/chat-login.ts';
import { rememberBrowser } from '../../../server/access/devices/device-cookies.ts';
import { createDeviceLogin, decideLogin } from '../../../server/access/devices/device-login.ts';
import { requestMail } from '../../../server/access/people/mail-requests.ts';
import { createPasswords } from '../../../server/access/sign-in/passwords.ts';
import { sha256 } from '../../../server/access/secrets.ts';
import { answerInvitation } from '../../../server/access/people/invitations.ts';
import { welcome } from '../../../server/access/people/links.ts';
import { signInWithPassword } from '../../../server/access/sign-in/sign-in.ts';
import { type AccountBench, accountBench } from '../../../server/admin/testing/account-bench.ts';
import { reverse } from '../../../server/metering/credit/reversals.ts';
import { statement } from '../../../server/ingest/testing/loading.ts';
import { insertCheckout } from '../../../server/store/ledger/checkouts.ts';
import { cursorKeys, replaceCursorKeys } from '../../../server/store/keeping/cursor-keys.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { record } from '../../../server/store/ledger/ledger.ts';
import { tidy } from '../../../server/store/keeping/retention.ts';
import { prepareRecording, serveStore } from '../../answers/recorded-answers.ts';
import { makeLog } from './full-log.ts';

export type FullStore = {
  /** A preview key without an owner, and keys of a workspace with a subscription, credit and a spend limit. */
  keys: { preview: string; live: string; ofDevice: string };
  workspaceId: string;
  /** Access token of an approved chat, and its refresh token. */
  chat: { token: string; refreshToken: string; grantId: string; clientId: string };
  person: { userId: string; email: string; password: string; session: string; browser: string };
  device: { pendingCode: string };
  /** Pages of beliefs behind cursors of the current signing key and of a retired one. */
  pages: readonly string[];
  /** A charged answer whose bytes were then removed by law. */
  delivered: { id: string; path: string };
  /** Every text that only its holder may know. */
  secrets: string[];
};

const password = 'a quarry full of violets';
const verifier = randomBytes(32).toString('base64url');
const delivered = { id: 'before', path: '/v1/beliefs?limit=50' };
const wallClock = (): string => new Date().toISOString();

/** `folder` is for files that are loaded. */
export async function fillStore(store: Store, folder: string): Promise<FullStore> {
  const preview = await prepareRecording(store);
  const pages = await cursorsOfTwoKeys(store, preview);
  await publishLive(store);
  const admin = accountBench(store, wallClock());
  await makeLog(store, admin, folder);
  const { workspaceId, live } = await makeDesk(admin);
  const person = await makePerson(store, admin, workspaceId);
  const chat = await makeChat(store, admin, { workspaceId, userId: person.userId });
  const device = await makeLogins(store, { workspaceId, userId: person.userId });
  await buy(store, { workspaceId, userId: person.userId });
  await spend(store, live);
  await takeBack(store, admin);
  await stage(store, admin, folder);
  const { link, clientSecret, codes, ofDevice } = { ...person, ...chat, ...device };
  return {
    keys: { preview, live, ofDevice },
    workspaceId,
    chat,
    person,
    device,
    pages,
    delivered,
    secrets: [
      preview,
      live,
      ofDevice,
      password,
      person.session,
      person.browser,
      link,
      clientSecret,
      chat.token,
      chat.refreshToken,
    ].concat([device.pendingCode, verifier], codes, device.userCodes),
  };
}

/** The key of recorded answers signs; another one signed before it, and is retired. */
async function cursorsOfTwoKeys(store: Store, key: string): Promise<string[]> {
  const signing = await cursorKeys(store.db);
  const other = { key_id: 4, secret: Buffer.alloc(32, 9), created_at: '2026-10-01T00:00:00.000Z' };
  const first = await nextPage(store, key);
  await replaceCursorKeys(store.db, [{ ...other, retired_at: null }]);
  const second = await nextPage(store, key);
  await replaceCursorKeys(store.db, [...signing, { ...other, retired_at: '2026-10-20T00:00:00.000Z' }]);
  return [first, second];
}

async function nextPage(store: Store, key: string): Promise<string> {
  const { text } = await asked(store, '/v1/beliefs?limit=3', { authorization: `Bearer ${key}` });
  const next = new URL((JSON.parse(text) as { pagination: { next_page_url: string } }).pagination.next_page_url);
  return `${next.pathname}${next.search}`;
}

async function asked(store: Store, path: string, headers: Record<string, string>): Promise<{ text: string }> {
  const { address, close } = await serveStore(store);
  try {
    const response = await fetch(`${address}${path}`, { headers });
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}`);
    return { text: await response.text() };
  } finally {
    close();
  }
}

async function makeDesk(admin: AccountBench): Promise<{ workspaceId: string; live: string }> {
  const workspaceId = await admin.makeWorkspace('Quarry desk');
  await admin.reported('set-plan', '--workspace', workspaceId, '--plan', 'monthly');
  await admin.reported('grant-credit', '--workspace', workspaceId, '--requests', '40');
  await admin.reported('set-spend-limit', '--workspace', workspaceId, '--requests', '30');
  const { key } = await admin.reported('create-key', '--workspace', workspaceId, '--name', 'desk');
  const { key_id: gone } = await admin.reported('create-key', '--workspace', workspaceId, '--name', 'gone');
  await admin.reported('revoke-key', String(gone));
  return { workspaceId, live: String(key) };
}

async function makePerson(store: Store, admin: AccountBench, workspaceId: string) {
  const email = 'Ada@quarry.example';
  const invited = await admin.reported('invite', email, '--workspace', workspaceId, '--role', 'admin');
  const link = String(invited['link']).split('token=')[1] ?? '';
  const means = { db: store.db, passwords: createPasswords(), now: wallClock, randomBytes };
  const arrived = await welcome(means, { secret: link, password, browser: 'Firefox on Linux' });
  if (arrived.kind !== 'signed-in') throw new Error(`the link was refused: ${arrived.kind}`);
  const { userId } = arrived;
  const invitationId = String(invited['invitation_id']);
  await answerInvitation(store.db, { userId, invitationId, answer: 'accept', now: wallClock() });
  const attempt = { email, password, address: '192.0.2.7', browser: 'Safari on macOS' };
  const began = await signInWithPassword(means, attempt);
  if (began.kind !== 'signed-in') throw new Error(`the person was not signed in: ${began.kind}`);
  await admin.reported('invite', 'ben@quarry.example', '--workspace', workspaceId, '--role', 'member');
  // A waiting mail, which an export leaves out.
  await store.db.transaction((trx) =>
    requestMail(trx, { kind: 'password', email: 'cy@quarry.example', now: wallClock(), randomBytes }),
  );
  const { secret: session } = began;
  const browser = await rememberBrowser(means, { userId, sent: [] });
  return { userId, email, password, session, browser, link };
}

type PayingWorkspace = { workspaceId: string; userId: string };

async function makeChat(store: Store, admin: AccountBench, { workspaceId, userId }: PayingWorkspace) {
  const redirectUri = 'https://chat.example/callback';
  const described = ['--name', 'Northwater Chat', '--redirect-uri', redirectUri, '--confidential'];
  const registered = await admin.reported('register-oauth-client', ...described);
  const clientId = String(registered['client_id']);
  const [means, resource] = [{ db: store.db, randomBytes }, 'https://research.example/mcp'];
  const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
  const approve = async (): Promise<string> => {
    const request = { redirectUri, state: null, codeChallenge, scope: 'research:read', resource, path: '/' };
    const approved = await approveChat(means, { clientId, userId, workspaceId, request });
    if (approved.kind !== 'approved') throw new Error(`the chat was not let in: ${approved.kind}`);
    return approved.code;
  };
  const codes = [await approve()];
  const redemption = { clientId, code: codes[0] ?? '', redirectUri, codeVerifier: verifier, resource };
  const issued = await redeemCode(means, redemption);
  if (issued.kind !== 'issued') throw new Error(`the chat was given no token: ${issued.description}`);
  // An authorization code that was not redeemed, which an export leaves out.
  codes.push(await approve());
  const { rows } = await store.db.raw('select grant_id from oauth_grant');
  const grantId = (rows as { grant_id: string }[])[0]?.grant_id ?? '';
  const { accessToken: token, refreshToken } = issued.tokens;
  return { token, refreshToken, grantId, clientId, clientSecret: String(registered['client_secret']), codes };
}

/** One login that waits for a decision, and one whose key was delivered. */
async function makeLogins(store: Store, { workspaceId, userId }: PayingWorkspace) {
  const logins = createDeviceLogin({ db: store.db, randomBytes });
  const asked = { deviceName: 'laptop', acquisition: { clientName: 'research-cli' }, askedFrom: '192.0.2.9' };
  const [pending, done] = [await logins.start(asked), await logins.start(asked)];
  await decideLogin(store.db, { userCode: done.userCode, decision: 'approve', userId, workspaceId });
  const polled = await logins.poll(sha256(done.deviceCode), () => true);
  if (!polled?.apiKey) throw new Error('the device login gave no key');
  const userCodes = [pending.userCode, done.userCode, done.deviceCode];
  return { pendingCode: pending.deviceCode, ofDevice: polled.apiKey, userCodes };
}

async function buy(store: Store, { workspaceId, userId }: PayingWorkspace): Promise<void> {
  const checkout = { checkoutId: 'chk_1', workspaceId, userId, item: 'monthly', acquisition: 'source status' } as const;
  await store.db.transaction((trx) => insertCheckout(trx, { ...checkout, provider: 'stripe', now: wallClock() }));
  const report = { origin: 'stripe', now: wallClock(), newEntryId: () => 'led_back' };
  const refund = { reversalId: 'ch_1', cause: 'refund', amount: 500, ofAmount: 500, currency: 'usd' } as const;
  const entry = {
    entryId: 'led_refunded',
    accountId: workspaceId,
    origin: 'stripe',
    reference: 'pi_1',
    now: report.now,
  };
  await store.db.transaction(async (trx) => {
    await record(trx, entry, { kind: 'prepaid', units: 5 });
    await reverse(trx, report, { ...refund, paymentId: 'pi_1', purchase: null });
  });
}

/** Charged answers; one is so old that its day has been summed up. */
async function spend(store: Store, live: string): Promise<void> {
  for (const id of ['long-ago', delivered.id])
    await asked(store, delivered.path, { authorization: `Bearer ${live}`, 'x-request-id': id });
  await store.db.raw(
    `update usage_entry set charged_at = charged_at - interval '100 days' where request_id = 'long-ago'`,
  );
  await tidy(store.db);
}

/** One withdrawn belief, and one that was delivered and then removed. */
async function takeBack(store: Store, admin: AccountBench): Promise<void> {
  const { rows } = await store.db.raw(
    `select belief_id from belief where collection = 'live' and to_version = 2147483647 order by observed_at desc limit 2`,
  );
  const [withdrawn = '', removed = ''] = (rows as { belief_id: string }[]).map(({ belief_id }) => belief_id);
  await admin.reported('withdraw', withdrawn, '--reason', 'misread');
  await admin.reported('remove-legally', removed, '--reason', 'court order 17');
}

/** Staged records that no release has published. */
async function stage(store: Store, admin: AccountBench, folder: string): Promise<void> {
  const text = 'Ünïcödé "quoted" \\ back\\slash, 🜨 and a tab\there.';
  const [statements, prices] = [join(folder, 'statements.ndjson'), join(folder, 'ZQRX.csv')];
  const load = async (...records: readonly object[]): Promise<void> => {
    await writeFile(statements, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    await admin.reported('import-statements', statements);
  };
  const first = statement('s:1', { statement: text });
  await load(first);
  // A later import has the first record too, and another one replaces its second.
  await load(first, statement('s:2'));
  const { rows } = await store.db.raw(`select content_hash from staged where key = 's:2'`);
  const [{ content_hash: corrects }] = rows as [{ content_hash: string }];
  await load(statement('s:2', { statement: 'Mended.', corrects }));
  await writeFile(prices, 'date,adj_close\n2020-03-02,41.2000000000000000017\n2020-03-03,0.000000000012\n');
  await admin.reported('import-prices', prices, '--provider', 'quarry');
  const inbox = join(folder, 'inbox', 'statements');
  await mkdir(inbox, { recursive: true });
  await writeFile(join(inbox, 'first.ndjson'), `${JSON.stringify(first)}\n`);
  const longAgo = new Date('2020-03-02T12:00:00.000Z');
  await utimes(join(inbox, 'first.ndjson'), longAgo, longAgo);
  await admin.reported('feed', join(folder, 'inbox'));
}
