// The statements of an answer, counted: what memory knows is not asked again.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LoadingBench } from '../ingest/testing/loading.ts';
import { openLetters } from '../ingest/testing/withdrawal.ts';
import { databaseNow } from '../store/known/clock.ts';
import { makeTestKey, makeTestWorkspace } from '../testing/accounts.ts';
import { type TestService, startTestService } from '../testing/service.ts';

let bench: LoadingBench;
let service: TestService;
let key: string;
const statements: string[] = [];
beforeAll(async () => {
  bench = await openLetters('logged');
  ({ key } = await makeTestKey(bench.store, await makeTestWorkspace(bench.store, { prepaid: 50 })));
  service = await startTestService({ store: bench.store, now: await databaseNow(bench.store.db) });
  const note = ({ sql }: { sql: string }): void => void statements.push(subjectOf(sql));
  for (const db of new Set([bench.store.db, bench.store.accounts])) db.on('query', note);
});
afterAll(async () => {
  await service.close();
  await bench.close();
});

const QUESTIONS = 30;

const subjects = ['usage_entry', 'kept_body', 'kept_record', 'log_head', 'api_key', 'account', 'head'];

function subjectOf(sql: string): string {
  return subjects.find((table) => sql.includes(` ${table}`)) ?? sql;
}

async function ask(path: string): Promise<void> {
  const answer = await service.ask(path, { headers: { authorization: `Bearer ${key}` } });
  expect([path, answer.status, answer.text.slice(0, 300)]).toEqual([path, 200, answer.text.slice(0, 300)]);
}

/** Resolves when so many requests have reached their look-up of the key, or wait for one. */
async function requests(count: number): Promise<void> {
  let left = count;
  await new Promise<void>((resolve) => {
    const note = (): void => {
      left -= 1;
      if (left > 0) return;
      unsubscribe('http.server.request.start', note);
      resolve();
    };
    subscribe('http.server.request.start', note);
  });
  // Between a request and its look-up are turns of the event loop, and nothing that waits.
  for (let turn = 0; turn < 100; turn += 1) await setImmediate();
}

/** Subjects of the statements that these questions make, sorted. */
async function statementsOf(...paths: readonly string[]): Promise<string[]> {
  statements.length = 0;
  await Promise.all(paths.map(ask));
  return statements.toSorted();
}

it('a repeated question is its charge alone', async () => {
  const path = '/v1/beliefs?limit=5';
  for (let asked = 0; asked < 3; asked += 1) await ask(path);
  expect(await statementsOf(path)).toEqual(['usage_entry']);
});

it('a page at a new cutoff of a known stretch is its charge and the bytes that are kept', async () => {
  const page = (second: number) => `/v1/beliefs?limit=5&as_of=2024-03-01T00:00:0${second}Z`;
  for (const second of [0, 1, 2]) await ask(page(second));
  expect(await statementsOf(page(3))).toEqual(['kept_body', 'usage_entry']);
});

it('statuses that wait for others are looked up together', async () => {
  await ask('/v1/status');
  let answers: Promise<string[]> = Promise.resolve([]);
  await bench.store.db.transaction(async (trx) => {
    // The first look-ups wait for this lock until all questions are there.
    await trx.raw('lock table api_key in access exclusive mode');
    const arrived = requests(QUESTIONS);
    answers = statementsOf(...Array.from({ length: QUESTIONS }, () => '/v1/status'));
    await arrived;
  });
  const asked = (await answers).filter((subject) => subject !== 'COMMIT;');
  expect(new Set(asked)).toEqual(new Set(['account', 'api_key', 'head']));
  // One by one they would be three for each question.
  expect(asked.length).toBeLessThan(QUESTIONS);
});
