// Full record of a belief at a cutoff: present, withdrawn with its reason, or unknown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BeliefDetail, BriefOverview } from '../../generated/api.ts';
import { ProblemError } from '../contract/problems.ts';
import { LoadingBench, statement } from '../ingest/testing/loading.ts';
import { databaseNow } from '../store/known/clock.ts';
import { derivedId } from '../store/engine/ids.ts';
import { withdrawBelief } from '../store/testing/withdrawal.ts';
import { type Answers, createAnswers } from './answers.ts';
import type { Answer } from './kept.ts';

const before = '2020-03-10T00:00:00.000Z';
const id = derivedId('belief', 's:1');

let bench: LoadingBench;
let answers: Answers;
let shownBefore: string;

const documentOf = <T>({ bytes }: Answer): T => JSON.parse(bytes.toString()) as T;
const text = ({ bytes }: Answer): string => bytes.toString();

async function refusal(asked: Promise<Answer>) {
  const error = await asked.catch((thrown: unknown) => thrown);
  return error instanceof ProblemError ? { code: error.code, ...error.options.extra } : null;
}

beforeAll(async () => {
  bench = await LoadingBench.open();
  const second = { person: { id: 'p:bo', name: 'Bo Lind', handle: null }, direction: 'bearish' };
  await bench.statements(statement('s:1'), statement('s:2', second));
  await bench.release('2019-01-01T00:00:00.000Z');
  const now = await databaseNow(bench.store.db);
  answers = createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => now });
  shownBefore = text(await answers.belief('live', id, before));
  const withdrawn = { collection: 'live', id, reason: 'the author never said this', now } as const;
  await withdrawBelief(bench.store.db, withdrawn);
});

afterAll(() => bench.close());

describe('a withdrawn belief', () => {
  it('is gone by its id, with the reason', async () => {
    expect(await refusal(answers.belief('live', id, undefined))).toEqual({
      code: 'withdrawn',
      reason: 'the author never said this',
    });
  });

  it('is shown by cutoffs before the withdrawal as it always was, byte for byte', async () => {
    expect(text(await answers.belief('live', id, before))).toBe(shownBefore);
    expect((JSON.parse(shownBefore) as BeliefDetail).data.belief.belief_id).toBe(id);
  });

  it('is no longer counted in its ticker’s brief, and still is at cutoffs before', async () => {
    const released = async (as_of?: string) =>
      documentOf<BriefOverview>(await answers.brief('live', { ticker: 'ZQRX', as_of })).coverage.released_record_count;
    expect(await released()).toBe(1);
    expect(await released(before)).toBe(2);
  });
});

describe('a belief that there never was', () => {
  it('is no such record, and so is one that the cutoff does not know yet', async () => {
    const code = 'no-such-record';
    expect(await refusal(answers.belief('live', derivedId('belief', 's:3'), undefined))).toEqual({ code });
    expect(await refusal(answers.belief('live', id, '2020-03-01T00:00:00.000Z'))).toEqual({ code });
  });
});
