// Paging while writers publish: every walk returns the set of its cutoff. Only separate connections can race, so this
// test needs PostgreSQL.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BeliefsPage } from '../../../generated/api.ts';
import type { Collection, Cutoff } from '../../store/engine/db.ts';
import { readHead } from '../../store/known/clock.ts';
import type { Store } from '../../store/engine/engine.ts';
import { entityIdForTicker } from '../../store/engine/ids.ts';
import { releaseReader } from '../../store/known/releases.ts';
import { beliefSet, publishTold, type BeliefSketch } from '../../store/testing/research.ts';
import { openTestStore } from '../../store/testing/store.ts';
import { withdrawBelief } from '../../store/testing/withdrawal.ts';
import { type Answers, createAnswers } from '../answers.ts';
import type { BeliefsRequest } from './beliefs.ts';

const walksMin = 500;
const writers = 4;
const readers = 6;
/** Rounds of each writer, spread over all walks, so that publications neither end early nor outgrow the walks. */
const rounds = 24;
const collection: Collection = 'live';
const tickers = ['NWTB', 'GRMW', 'HALV'];
const longAfter = '2030-01-01T00:00:00.000Z';

let store: Store;
beforeAll(async () => {
  store = await openTestStore();
  await publishTold(store.db, { told: Array.from({ length: 70 }, (_, index) => opening(`start${index}`, index)) });
});
afterAll(() => store.close());

function opening(belief: string, index: number): BeliefSketch {
  const observedAt = new Date(Date.UTC(2025, 0, 1 + (index % 9))).toISOString();
  return { belief, ticker: tickers[index % 3] ?? '', person: `person-${index % 5}`, observedAt };
}

type Writer = { published: number; withdrawn: number };

type Readers = { done: Walk[]; failed: AbortController };

/** Opens, revises and withdraws, one release after another; writers have separate beliefs. */
async function write(name: string, writer: Writer, { done, failed }: Readers): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    while (done.length < (round * walksMin) / rounds && !failed.signal.aborted) await sleep(2);
    if (failed.signal.aborted) return;
    const belief = `${name}x${round}`;
    const opened = opening(belief, round);
    await publishTold(store.db, { told: [opened], now: longAfter });
    const revised = { ...opened, revision: 2, observedAt: '2025-02-01T00:00:00.000Z', status: 'strengthened' };
    await publishTold(store.db, { told: [revised, opening(`${belief}b`, round + 1)], now: longAfter });
    writer.published += 2;
    if (round % 3 !== 0) continue;
    const gone = { collection, id: `bel_${belief}`, reason: 'asked for', now: longAfter };
    writer.withdrawn += Number((await withdrawBelief(store.db, gone)) !== null);
  }
}

type Walk = {
  filter: BeliefsRequest;
  asOf: string;
  ids: string[];
  pages: { request: BeliefsRequest; sha256: string }[];
};

async function walk(answers: Answers, filter: BeliefsRequest): Promise<Walk> {
  const walked: Walk = { filter, asOf: '', ids: [], pages: [] };
  for (let request: BeliefsRequest | null = filter; request !== null;) {
    const answer = await answers.beliefs(collection, request);
    const page = JSON.parse(answer.bytes.toString()) as BeliefsPage;
    walked.asOf ||= page.as_of;
    expect(page.as_of).toBe(walked.asOf);
    walked.ids.push(...page.data.beliefs.map((row) => row.belief_id));
    walked.pages.push({ request: { ...request, as_of: page.as_of }, sha256: answer.sha256 });
    const next = page.pagination.next_page_url;
    const { limit, ...sent } = Object.fromEntries(new URL(next ?? 'https://none.test').searchParams);
    request = next === null ? null : { ...sent, limit: Number(limit) };
  }
  return walked;
}

const filters: BeliefsRequest[] = [
  { limit: 50 },
  { limit: 12, ticker: 'NWTB' },
  { limit: 10, person_id: 'person-2' },
  { limit: 15, status: 'strengthened' },
  { limit: 20, updated_since: '2025-01-15T00:00:00.000Z' },
];

async function read({ done, failed }: Readers): Promise<void> {
  const answers = createAnswers({ store, baseUrl: 'https://research.test', now: () => longAfter });
  try {
    while (done.length < walksMin) done.push(await walk(answers, filters[done.length % filters.length] ?? {}));
  } catch (error) {
    // Writers would wait for walks that have ended.
    failed.abort();
    throw error;
  }
}

it('has no duplicate and no gap in 500 walks beside 4 writers, and every page read again has the same bytes', async () => {
  const done: Walk[] = [];
  const writing = Array.from({ length: writers }, (): Writer => ({ published: 0, withdrawn: 0 }));
  const first = (await readHead(store.db, collection)).version;
  const walking = { done, failed: new AbortController() };
  await Promise.all([
    ...writing.map((writer, index) => write(`w${index}`, writer, walking)),
    ...Array.from({ length: readers }, () => read(walking)),
  ]);

  // Another server without a cache, as after a restart.
  const elsewhere = createAnswers({ store, baseUrl: 'https://research.test', now: () => longAfter });
  const [head, releaseAt] = [await readHead(store.db, collection), releaseReader()];
  const versions = new Set<number>();
  let pages = 0;
  for (const [index, walked] of done.entries()) {
    const { version } = await releaseAt(store.db, head, walked.asOf);
    versions.add(version);
    const cutoff: Cutoff = { collection, version, asOf: walked.asOf };
    const { ticker, person_id: personId, status, updated_since: updatedSince } = walked.filter;
    const entityId = ticker === undefined ? undefined : entityIdForTicker(ticker);
    const set = await beliefSet(store.db, cutoff, { entityId, personId, status, updatedSince });
    expect(walked.ids, `walk ${index} at version ${version}`).toEqual(set);
    pages += walked.pages.length;
    // One page of each walk: the first of one, the second of the next, and so on.
    const { request, sha256 } = walked.pages[index % walked.pages.length] ?? { request: {}, sha256: '' };
    expect((await elsewhere.beliefs(collection, request)).sha256).toBe(sha256);
  }
  expect(done.length).toBeGreaterThanOrEqual(walksMin);
  expect(pages).toBeGreaterThan(2 * walksMin);
  // A race without concurrency would prove nothing.
  expect(versions.size).toBeGreaterThan(50);
  expect((await readHead(store.db, collection)).version).toBeGreaterThan(first + 100);
  for (const writer of writing) expect(Math.min(writer.published, writer.withdrawn)).toBeGreaterThan(0);
});
