// Observable state of a store: its answers and accounts, compared before an export and after a restore.
import { randomUUID } from 'node:crypto';
import { browserOf } from '../../../server/access/devices/device-cookies.ts';
import { oauthDigest } from '../../../server/access/chats/oauth-secrets.ts';
import { sha256 } from '../../../server/access/secrets.ts';
import type { Store } from '../../../server/store/engine/engine.ts';
import { isKnownDevice } from '../../../server/store/people/device-grants.ts';
import { findGrantPayer } from '../../../server/store/people/grant-payer.ts';
import { findKeysByHash } from '../../../server/store/people/keys.ts';
import { findTokenOwner } from '../../../server/store/people/oauth-grants.ts';
import { findSession } from '../../../server/store/people/sessions.ts';
import { recordedRequests } from '../../../server/testing/recordings.ts';
import { baseUrl, serveStore } from '../../answers/recorded-answers.ts';
import type { FullStore } from './full-store.ts';

export type Answer = {
  name: string;
  key: string;
  status: number;
  /** Without the request id, which refusals repeat. */
  text: string;
  /** Null if nothing could be charged. */
  charge: string | null;
  replayed: boolean;
};

export type StoreState = {
  answers: Answer[];
  receipts: string[];
  /** Answers whose bytes were removed after delivery. */
  removed: { status: number; text: string };
  /** Pages behind cursors of the current signing key and of a retired one. */
  pages: { status: number; text: string }[];
  /** Number of ledger entries of these requests. */
  entries: number;
  known: Record<string, unknown>;
  /** Remaining units of a workspace. */
  standing: string;
};

/** The one recorded answer that contains the balance, and so changes with every charge. */
const balanceAnswer = 'live-status';

/** Names of the answers that differ. */
export function differing(one: readonly Answer[], other: readonly Answer[]): string[] {
  return one
    .filter(({ status, text }, at) => status !== other[at]?.status || text !== other[at]?.text)
    .map(({ name }) => name.replace(/^[a-z]+:/, ''))
    .filter((name) => name !== balanceAnswer);
}

type Ask = (path: string, key: string, requestId: string) => Promise<Answer>;

async function served<T>(store: Store, work: (ask: Ask) => Promise<T>): Promise<T> {
  const { address, close } = await serveStore(store);
  try {
    return await work(async (path, key, requestId) => {
      const headers = { authorization: `Bearer ${key}`, 'x-request-id': requestId };
      const response = await fetch(`${address}${path}`, { headers });
      return {
        name: requestId,
        key,
        status: response.status,
        text: (await response.text()).replaceAll(requestId, 'the request id'),
        charge: response.headers.get('usage-charge'),
        replayed: response.headers.has('idempotent-replayed'),
      };
    });
  } finally {
    close();
  }
}

/** Every recorded request, with request ids that begin with this prefix. */
export function askedOf(store: Store, full: FullStore, ids: string): Promise<Answer[]> {
  return served(store, (ask) => askRecorded(ask, full, ids));
}

async function askRecorded(ask: Ask, { keys }: FullStore, ids: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { name, path, collection = 'preview' } of recordedRequests)
    answers.push(await ask(path, keys[collection], `${ids}:${name}`));
  return answers;
}

/** A second call with the same ids replays every charged answer. */
export function observe(store: Store, full: FullStore, ids: string): Promise<StoreState> {
  return served(store, async (ask) => {
    const answers = await askRecorded(ask, full, ids);
    const receipts: string[] = [];
    for (const { name, key, charge } of answers) {
      if (charge === null) continue;
      receipts.push((await ask(`/v1/receipts/${encodeURIComponent(name)}`, key, randomUUID())).text);
    }
    const pages: Answer[] = [];
    for (const path of full.pages) pages.push(await ask(path, full.keys.preview, randomUUID()));
    const { rows } = await store.db.raw('select count(*) as count from usage_entry where request_id like ?', [
      `${ids}:%`,
    ]);
    return {
      answers,
      receipts,
      removed: statusAndText(await ask(full.delivered.path, full.keys.live, full.delivered.id)),
      pages: pages.map(statusAndText),
      entries: (rows as { count: number }[])[0]?.count ?? 0,
      known: await known(store, full),
      standing: (await ask('/v1/status', full.keys.live, randomUUID())).text,
    };
  });
}

const statusAndText = ({ status, text }: Answer): { status: number; text: string } => ({ status, text });

async function known(store: Store, { keys, chat, person, device }: FullStore): Promise<Record<string, unknown>> {
  const [access, refresh] = [oauthDigest('access', chat.token), oauthDigest('refresh', chat.refreshToken)];
  const found: Record<string, unknown> = {};
  for (const [name, key] of Object.entries(keys)) {
    const [row = null] = await findKeysByHash(store.db, [sha256(key)]);
    found[name] = row && { ...row, last_used_at: null };
  }
  const now = new Date().toISOString();
  found['access token'] = access && (await findGrantPayer(store.db, access, `${baseUrl}/mcp`));
  found['refresh token'] = refresh && (await findTokenOwner(store.db, refresh));
  found['session'] = await findSession(store.db, {
    digest: sha256(person.session),
    now,
    seenAfter: '1970-01-01T00:00:00.000Z',
  });
  const { userId, browser } = person;
  found['known browser'] = await browserOf({ db: store.db, now: () => now }, { userId, sent: [browser] });
  found['device code'] = (await isKnownDevice(store.db, sha256(device.pendingCode))) || null;
  return found;
}
