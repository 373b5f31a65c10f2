// Data of the serving bench: a small market, a thousand paying workspaces, and the accounts after the run.
import { loadPreviewCorpus, previewCorpus } from '../../../server/ingest/release/preview-corpus.ts';
import { audit } from '../../../server/store/keeping/audit.ts';
import { type Store, openStore } from '../../../server/store/engine/engine.ts';
import { generateGrowth } from '../../../server/store/testing/growth.ts';
import { logReleasesAlone } from '../../../server/store/testing/log.ts';
import { makeTestGrant } from '../../../server/testing/mcp.ts';
import { makeTestKey, makeTestWorkspace } from '../../../server/testing/accounts.ts';
import { random } from '../../../server/testing/random.ts';
import type { Document } from './documents.ts';
import { readDocument } from './documents.ts';
import type { Question } from './generator.ts';

export const BELIEFS = 50_000;
const WORKSPACES = 1_000;
/** More than a run can spend. */
export const PREPAID = 100_000_000;
export const GRANTED = WORKSPACES * PREPAID;
const BRIEFS = 200;
/** Views in a brief. */
export const RESULTS = 5;
const PAGES = 50;
const AT_ONCE = 8;

export type ServingMarket = {
  tickers: readonly string[];
  from: string;
  to: string;
  keys: readonly string[];
  workspaceIds: readonly string[];
};

async function allOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

export async function makeServingMarket(databaseUrl: string): Promise<ServingMarket> {
  const store = await openStore({ databaseUrl, statementTimeoutMs: 0 });
  try {
    // A first start does the same before it loads anything else.
    await loadPreviewCorpus(store, previewCorpus);
    const made = await generateGrowth(store.db, BELIEFS);
    await logReleasesAlone(store.db);
    return { ...made, ...(await makePayers(store, WORKSPACES)) };
  } finally {
    await store.close();
  }
}

/** Workspaces with prepaid requests, and a key of each. */
export async function makePayers(store: Store, count: number): Promise<Pick<ServingMarket, 'keys' | 'workspaceIds'>> {
  const [keys, workspaceIds]: [string[], string[]] = [[], []];
  await allOf(Array.from({ length: count }), async () => {
    const workspaceId = await makeTestWorkspace(store, { prepaid: PREPAID });
    keys.push((await makeTestKey(store, workspaceId)).key);
    workspaceIds.push(workspaceId);
  });
  return { keys, workspaceIds };
}

/** Access tokens of a chat in each of these workspaces, valid at this address only. */
export async function letChatsIn(
  databaseUrl: string,
  baseUrl: string,
  { workspaceIds }: Pick<ServingMarket, 'workspaceIds'>,
): Promise<string[]> {
  const store = await openStore({ databaseUrl, statementTimeoutMs: 0 });
  try {
    const tokens: string[] = [];
    await allOf(workspaceIds, async (workspaceId) => {
      tokens.push((await makeTestGrant(store, { baseUrl, workspaceId })).token);
    });
    return tokens;
  } finally {
    await store.close();
  }
}

export type PreparedDocuments = {
  tickers: Document;
  status: Document;
  briefs: Document[];
  pages: Document[];
  /** Access tokens of chats. */
  tokens: readonly string[];
};

/** Requests every document once from our server, which fills its caches. Returns the number of charges. */
export async function prepareDocuments(
  base: string,
  { tickers, keys, from, to }: ServingMarket,
): Promise<{ prepared: Omit<PreparedDocuments, 'tokens'>; charged: number }> {
  const [key = ''] = keys;
  const prepared: Omit<PreparedDocuments, 'tokens'> = {
    tickers: await readDocument(base, '/v1/tickers'),
    status: await readDocument(base, '/v1/status', key),
    briefs: [],
    pages: [],
  };
  // In the parameters of the chat tool, so that REST and MCP get the same question.
  const briefs = tickers.slice(0, BRIEFS).map((ticker) => `/v1/brief?ticker=${ticker}&max_results=${RESULTS}`);
  await allOf(briefs, async (path) => void prepared.briefs.push(await readDocument(base, path, key)));
  const asked = coldPages({ from, to }, 1);
  const pages = Array.from({ length: PAGES }, asked);
  await allOf(pages, async (path) => void prepared.pages.push(await readDocument(base, path, key)));
  return { prepared, charged: BRIEFS + PAGES };
}

/** Requests each of these once more; returns their number. */
export async function askAgain(
  base: string,
  { keys: [key = ''], documents }: { keys: readonly string[]; documents: readonly Document[] },
): Promise<number> {
  await allOf(documents, async ({ path }) => void (await readDocument(base, path, key)));
  return documents.length;
}

/** Pages of beliefs at separate cutoffs in the second half of the history, which were never requested before. */
export function coldPages({ from, to }: Pick<ServingMarket, 'from' | 'to'>, seed: number): () => string {
  const next = random(seed);
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return () => `/v1/beliefs?limit=50&as_of=${new Date(first + (0.5 + 0.5 * next()) * (last - first)).toISOString()}`;
}

/** A random document with a random key, one at a time. */
export function anyOf(documents: readonly Document[], keys: readonly string[], seed: number): () => Question {
  const next = random(seed);
  return () => {
    const document = documents[Math.floor(next() * documents.length)];
    const key = keys[Math.floor(next() * keys.length)] ?? '';
    return { path: document?.path ?? '', bytes: document?.bytes.length ?? 0, key };
  };
}

/** Number of ledger entries and units spent by the balances; throws if they disagree. */
export async function readOurs(databaseUrl: string): Promise<{ entries: number; spent: number }> {
  const store = await openStore({ databaseUrl, statementTimeoutMs: 0 });
  try {
    const { entries, prepaid, drifts: found } = await audit(store.db);
    // The market is in the log without its rows.
    const drifts = found.filter(({ subject }) => subject !== 'the log');
    if (drifts.length > 0) throw new Error(`the audit found ${drifts.length} drifts: ${JSON.stringify(drifts[0])}`);
    return { entries, spent: prepaid.granted - prepaid.left };
  } finally {
    await store.close();
  }
}
