// Pages of the same beliefs at many cutoffs: stored as frames around records, and replayed byte for byte.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BeliefsPage } from '../../generated/api.ts';
import { removeLegally } from '../ingest/withdrawal/remove-legally.ts';
import type { LoadingBench } from '../ingest/testing/loading.ts';
import { openLetters } from '../ingest/testing/withdrawal.ts';
import { audit } from '../store/keeping/audit.ts';
import { databaseNow } from '../store/known/clock.ts';
import type { Store } from '../store/engine/engine.ts';
import { exportedLines, restoreLines } from '../store/testing/export.ts';
import { openTestStore } from '../store/testing/store.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import type { HttpAnswer } from '../testing/ask.ts';
import { type TestService, codeOf, startTestService } from '../testing/service.ts';

const cutoffs = Array.from({ length: 8 }, (_, minute) => `2020-03-09T00:0${minute}:00.000Z`);

let bench: LoadingBench;
let key: string;
const services: TestService[] = [];

beforeEach(async () => {
  bench = await openLetters();
  ({ key } = await makeTestKey(bench.store, await makeTestWorkspace(bench.store, { prepaid: 100 })));
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
  await bench.close();
});

/** A server with empty caches. */
async function serverOf(store: Store): Promise<(cutoff: string) => Promise<HttpAnswer>> {
  const service = await startTestService({ store, now: await databaseNow(store.db) });
  services.push(service);
  return (cutoff) =>
    service.ask(`/v1/beliefs?limit=50&as_of=${cutoff}`, {
      headers: { authorization: `Bearer ${key}`, 'x-request-id': `page-${cutoff}` },
    });
}

async function delivered(): Promise<Map<string, HttpAnswer>> {
  const ask = await serverOf(bench.store);
  const pages = new Map<string, HttpAnswer>();
  for (const cutoff of cutoffs) pages.set(cutoff, await ask(cutoff));
  expect([...pages.values()].map(({ status, headers }) => [status, headers['usage-charge']])).toEqual(
    cutoffs.map(() => [200, '1']),
  );
  const [forms] = await bench.rows<{ whole: number; frames: number; records: number }>(
    `select count(bytes)::integer as whole, count(frame)::integer as frames,
            (select count(*)::integer from kept_record) as records from kept_body`,
  );
  // The first page contains every record for the first time.
  expect(forms).toMatchObject({ whole: 1, frames: cutoffs.length - 1 });
  expect(forms?.records).toBeGreaterThan(2);
  return pages;
}

type Again = Pick<HttpAnswer, 'status' | 'text'> & { digest: unknown; replayed: unknown; charge: unknown };

const asRepeated = (pages: ReadonlyMap<string, HttpAnswer>): Again[] =>
  [...pages.values()].map(({ status, text, headers }) => ({
    status,
    text,
    digest: headers['document-digest'],
    replayed: 'true',
    charge: '0',
  }));

/** Replays of the same requests by a server that has built none of them. */
async function repeated(store: Store): Promise<Again[]> {
  const ask = await serverOf(store);
  const told: Again[] = [];
  for (const cutoff of cutoffs) {
    const { status, text, headers } = await ask(cutoff);
    const [digest, replayed, charge] = [
      headers['document-digest'],
      headers['idempotent-replayed'],
      headers['usage-charge'],
    ];
    told.push({ status, text, digest, replayed, charge });
  }
  return told;
}

it('are repeated byte for byte by a server that has built none of them', async () => {
  const pages = await delivered();
  expect(await repeated(bench.store)).toEqual(asRepeated(pages));
  expect((await audit(bench.store.db)).drifts).toEqual([]);
});

it('are repeated from a store that was restored from an export', async () => {
  const pages = await delivered();
  const other = await openTestStore();
  try {
    await restoreLines(other, await exportedLines(bench.store));
    expect(await repeated(other)).toEqual(asRepeated(pages));
    expect((await audit(other.db)).drifts).toEqual([]);
  } finally {
    await Promise.all(services.splice(0).map((service) => service.close()));
    await other.close();
  }
});

it('are gone with a record that the law removes, from the records too', async () => {
  const pages = await delivered();
  const page = JSON.parse(pages.get(cutoffs[0] ?? '')?.text ?? '') as BeliefsPage;
  const [removed = ''] = page.data.beliefs.map(({ belief_id: id }) => id);
  await removeLegally(bench.store.db, { collection: 'live', id: removed, reason: 'court order', dryRun: false });
  const ask = await serverOf(bench.store);
  for (const cutoff of cutoffs) {
    const again = await ask(cutoff);
    expect([again.status, codeOf(again)]).toEqual([451, 'removed-legally']);
  }
  const left = await bench.rows(
    `select digest from kept_record where position(convert_to(?, 'UTF8') in bytes) > 0
     union all select digest from delivered_body where position(convert_to(?, 'UTF8') in bytes) > 0`,
    [removed, removed],
  );
  expect(left).toEqual([]);
  expect((await audit(bench.store.db)).drifts).toEqual([]);
});
