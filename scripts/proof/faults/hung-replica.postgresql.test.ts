// A replica that hangs, connections open and nothing coming through: reads are right at once, it is not asked again until it speaks.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Answers, createAnswers } from '../../../server/answers/answers.ts';
import { withReplica } from '../../../server/answers/replica.ts';
import { type Store, openStore } from '../../../server/store/engine/engine.ts';
import { StoreUnavailable, storeFailure } from '../../../server/store/engine/failures.ts';
import { publishTold } from '../../../server/store/testing/research.ts';
import { databaseUrlOf, openTestStore } from '../../../server/store/testing/store.ts';
import { type SilentProxy, silentProxy } from './stage/silent-proxy.ts';

const day = (number: number): string => `2029-01-0${number}T00:00:00.000Z`;
let primary: Store;
let through: Store;
let proxy: SilentProxy;
let elapsed = 0;
beforeAll(async () => {
  primary = await openTestStore();
  await publishTold(primary.db, { told: [{ belief: 'b1', observedAt: day(1) }], now: day(2), effectiveAt: day(2) });
  const databaseUrl = await databaseUrlOf(primary);
  proxy = await silentProxy(databaseUrl);
  through = await openStore({ databaseUrl, replicaUrl: proxy.url, statementTimeoutMs: 2_500 });
});
afterAll(async () => {
  proxy?.speak();
  await through?.close();
  proxy?.close();
  await primary?.close();
});

/** Every other method as it is; each question for the head is counted. */
function counted(answers: Answers): { answers: Answers; heads: () => number } {
  let heads = 0;
  const head: Answers['head'] = (collection) => {
    heads += 1;
    return answers.head(collection);
  };
  return { answers: { ...answers, head }, heads: () => heads };
}

it('costs the reads of one moment, and no others', async () => {
  const { replica } = through;
  if (replica === null) throw new Error('there is no replica');
  const common = { baseUrl: 'https://research.test', now: () => day(9) };
  const alone = createAnswers({ store: primary, ...common });
  const hung = counted(createAnswers({ store: { db: replica }, ...common, isReplica: true }));
  const changes: (number | null)[] = [];
  const answers = withReplica(createAnswers({ store: primary, ...common }), hung.answers, {
    elapsed: () => elapsed,
    isUnavailable: (error) => storeFailure(error) instanceof StoreUnavailable,
    onChange: (pauseMs) => void changes.push(pauseMs),
  });
  /** A cutoff that nobody has asked for yet, so that nothing is kept of its answer. */
  const isRight = async (minute: number): Promise<boolean> => {
    const asOf = `2029-01-03T00:${String(minute).padStart(2, '0')}:00.000Z`;
    const request = { ticker: 'NWTB', as_of: asOf };
    return (await answers.brief('live', request)).sha256 === (await alone.brief('live', request)).sha256;
  };
  expect(await isRight(0)).toBe(true);
  expect([hung.heads(), changes]).toEqual([1, []]);

  proxy.silence();
  expect(await Promise.all([1, 2, 3, 4].map(isRight))).toEqual([true, true, true, true]);
  const asked = hung.heads();
  expect(changes).toEqual([5_000]);
  for (let minute = 5; minute < 15; minute += 1) expect(await isRight(minute)).toBe(true);
  expect(hung.heads()).toBe(asked);

  // The first probe hangs as well, and is given up by the driver while reads go on.
  elapsed = 5_000;
  expect(await isRight(15)).toBe(true);
  expect(hung.heads()).toBe(asked + 1);
  await vi.waitUntil(() => changes.length === 2, { timeout: 60_000 });
  expect(changes).toEqual([5_000, 10_000]);

  proxy.speak();
  elapsed = 15_000;
  expect(await isRight(16)).toBe(true);
  await vi.waitUntil(() => changes.at(-1) === null, { timeout: 60_000 });
  const before = hung.heads();
  expect(await isRight(17)).toBe(true);
  expect(hung.heads()).toBe(before + 1);
});
