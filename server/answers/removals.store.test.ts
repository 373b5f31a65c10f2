// Withdrawals and legal removals for callers: by id, in lists and briefs, at all cutoffs, on every server.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BeliefsPage, BriefFull, EntitiesPage, SourcesPage, TickersResponse } from '../../generated/api.ts';
import { ProblemError } from '../contract/problems.ts';
import { removeLegally } from '../ingest/withdrawal/remove-legally.ts';
import type { LoadingBench } from '../ingest/testing/loading.ts';
import { openLetters } from '../ingest/testing/withdrawal.ts';
import { withdraw } from '../ingest/withdrawal/withdraw.ts';
import { databaseNow } from '../store/known/clock.ts';
import { derivedId } from '../store/engine/ids.ts';
import { openRecordIds } from '../store/testing/contradictions.ts';
import { type Answers, createAnswers } from './answers.ts';
import type { Answer } from './kept.ts';

let bench: LoadingBench;
let now: string;
let answers: Answers;
let elsewhere: Answers;

/** Before the late statement was known, after every letter, and between the letters. */
const cutoffs = ['2020-03-02T20:00:00.000Z', '2020-03-04T20:00:00.000Z', '2020-03-09T00:00:00.000Z'];

beforeEach(async () => {
  bench = await openLetters();
  now = await databaseNow(bench.store.db);
  const process = () => createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => now });
  [answers, elsewhere] = [process(), process()];
});
afterEach(() => bench.close());

const documentOf = <T>({ bytes }: Answer): T => JSON.parse(bytes.toString()) as T;

async function refusal(asked: Promise<Answer>) {
  const error = await asked.catch((thrown: unknown) => thrown);
  return error instanceof ProblemError ? { code: error.code, ...error.options.extra } : error;
}

const change = (id: string, reason = 'court order') => ({ collection: 'live', id, reason, dryRun: false }) as const;

type NamedQuestion = [name: string, ask: (from: Answers) => Promise<Answer>];

/** Every document at a cutoff. */
async function documentsAt(from: Answers, asOf: string | undefined): Promise<NamedQuestion[]> {
  const page = documentOf<BeliefsPage>(await from.beliefs('live', { as_of: asOf }));
  const sources = documentOf<SourcesPage>(await from.sources('live', { as_of: asOf }));
  const evidence = page.data.citations.map((citation) => citation.evidence_id);
  return [
    ['beliefs', (one) => one.beliefs('live', { as_of: asOf })],
    ['entities', (one) => one.beliefs('live', { view: 'entities', as_of: asOf })],
    ['sources', (one) => one.sources('live', { as_of: asOf })],
    ...(['overview', 'full'] as const).map((detail): NamedQuestion => [
      `brief ${detail}`,
      (one) => one.brief('live', { ticker: 'ZQRX', as_of: asOf, detail }),
    ]),
    ...page.data.beliefs.map(({ belief_id: id }): NamedQuestion => [id, (one) => one.belief('live', id, asOf)]),
    ...sources.data.sources.map(({ source_id: id }): NamedQuestion => [
      id,
      (one) => one.source('live', { id, as_of: asOf }),
    ]),
    ...[...new Set(evidence)].map((id): NamedQuestion => [id, (one) => one.evidence('live', { id, as_of: asOf })]),
  ];
}

async function textsOf(from: Answers, documents: readonly NamedQuestion[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [name, ask] of documents) texts.set(name, (await ask(from)).bytes.toString());
  return texts;
}

describe('after withdrawals', () => {
  it('every document of an earlier cutoff has the bytes that it had, on the server that gave them and on another [SPEC-V3]', async () => {
    const given = new Map<string, [NamedQuestion[], Map<string, string>]>();
    for (const asOf of [...cutoffs, (await answers.head('live')).watermark]) {
      const documents = await documentsAt(answers, asOf);
      given.set(asOf, [documents, await textsOf(answers, documents)]);
    }
    for (const [kind, key] of [
      ['evidence', 'e:1'],
      ['evidence', 's:2'],
      ['source', 'src:other'],
    ] as const)
      await withdraw(bench.store.db, change(derivedId(kind, key)));
    let seen = 0;
    for (const [documents, texts] of given.values()) {
      for (const server of [answers, elsewhere]) expect(await textsOf(server, documents)).toEqual(texts);
      seen += texts.size;
    }
    expect(seen).toBeGreaterThan(30);
  });

  it('every document that is left can be built: each of its citations leads to evidence [SPEC-R1]', async () => {
    let documents = 0;
    for (let taken = 0; ; taken++) {
      const [id] = (await openRecordIds(bench.store.db)).filter(
        (one) => one.startsWith('cit_') || one.startsWith('evd_'),
      );
      if (id === undefined) break;
      await withdraw(bench.store.db, change(id));
      now = await databaseNow(bench.store.db);
      const asked = await documentsAt(answers, undefined).catch((error: unknown) => {
        // The last belief is gone, and with it the subject.
        expect(error).toMatchObject({ code: 'not-covered' });
        return [];
      });
      const left = asked.filter(
        ([name]) => !name.startsWith('brief') || asked.some(([other]) => other.startsWith('bel_')),
      );
      documents += (await textsOf(answers, left)).size;
      expect(taken).toBeLessThan(100);
    }
    expect(documents).toBeGreaterThan(30);
  });

  it('what is gone answers 410 with the reason by its id, also where it went with another record', async () => {
    await withdraw(bench.store.db, change(derivedId('source', 'src:letters'), 'the publisher asked'));
    const gone = { code: 'withdrawn', reason: 'the publisher asked' };
    expect(await refusal(answers.source('live', { id: derivedId('source', 'src:letters') }))).toEqual(gone);
    expect(await refusal(answers.evidence('live', { id: derivedId('evidence', 'e:3') }))).toEqual(gone);
    expect(await refusal(answers.belief('live', derivedId('belief', 'b:1'), undefined))).toEqual(gone);
    expect(await refusal(answers.belief('live', derivedId('belief', 'b:2'), undefined))).toEqual(gone);
  });
});

describe('after a legal removal', () => {
  const id = derivedId('belief', 'b:2');

  it('the record answers 451 with the reason, now and at every cutoff, on every server, though its answer was kept there', async () => {
    for (const server of [answers, elsewhere])
      for (const asOf of [...cutoffs, undefined]) await server.belief('live', id, asOf);
    await removeLegally(bench.store.db, change(id));
    const removed = { code: 'removed-legally', reason: 'court order' };
    for (const server of [answers, elsewhere]) {
      for (const asOf of [...cutoffs, '2010-01-01T00:00:00.000Z', undefined])
        expect(await refusal(server.belief('live', id, asOf)), asOf).toEqual(removed);
    }
    for (const [kind, key] of [
      ['evidence', 'e:4'],
      ['evidence', 'e:2'],
    ] as const) {
      const one = { id: derivedId(kind, key), as_of: cutoffs[2] };
      // Only letter 4 contained it; letter 2 contains another belief too.
      if (key === 'e:4') expect(await refusal(answers.evidence('live', one))).toEqual(removed);
      else expect((await answers.evidence('live', one)).bytes.length).toBeGreaterThan(100);
    }
  });

  it('no list, count or brief of any cutoff has it any more, on any server', async () => {
    for (const server of [answers, elsewhere])
      for (const asOf of [...cutoffs, undefined]) await textsOf(server, await documentsAt(server, asOf));
    const counted = async (server: Answers, asOf: string | undefined): Promise<number[]> => {
      const brief = documentOf<BriefFull>(await server.brief('live', { ticker: 'ZQRX', as_of: asOf, detail: 'full' }));
      const entities = documentOf<EntitiesPage>(await server.beliefs('live', { view: 'entities', as_of: asOf }));
      const page = documentOf<BeliefsPage>(await server.beliefs('live', { as_of: asOf }));
      const [entity] = entities.data.entities;
      return [brief.coverage.released_record_count, entity?.released_record_count ?? 0, page.data.beliefs.length];
    };
    const before = await Promise.all([...cutoffs, undefined].map((asOf) => counted(answers, asOf)));
    expect(before.map(([count]) => count)).toEqual([3, 3, 4, 4]);
    await removeLegally(bench.store.db, change(id));
    for (const server of [answers, elsewhere]) {
      for (const [index, asOf] of [...cutoffs, undefined].entries()) {
        const texts = await textsOf(server, await documentsAt(server, asOf));
        expect([...texts.values()].filter((text) => text.includes(id))).toEqual([]);
        const one = (before[index]?.[0] ?? 0) - 1;
        expect(await counted(server, asOf)).toEqual([one, one, one]);
      }
      const tickers = documentOf<TickersResponse>(await server.tickers('live'));
      expect(tickers.tickers.map((ticker) => ticker.released_record_count)).toEqual([3]);
    }
  });

  it('what it leaves behind can be built at every cutoff', async () => {
    const ids = ['evd_', 'src_'].map(
      (prefix) => async () => (await openRecordIds(bench.store.db)).find((one) => one.startsWith(prefix)),
    );
    let documents = 0;
    for (const next of [...ids, ...ids]) {
      const taken = await next();
      if (taken === undefined) break;
      await removeLegally(bench.store.db, change(taken));
      for (const asOf of [...cutoffs, undefined]) {
        const asked = await documentsAt(answers, asOf);
        const covered = asked.some(([name]) => name.startsWith('bel_'));
        const left = asked.filter(([name]) => covered || !name.startsWith('brief'));
        documents += (await textsOf(answers, left)).size;
      }
    }
    expect(documents).toBeGreaterThan(30);
  });

  it('a list of sources whose place is gone says so and does not end early', async () => {
    const first = await answers.sources('live', { limit: 1 });
    const cursor = new URL(first.nextPageUrl ?? '').searchParams.get('cursor') ?? '';
    const [source] = documentOf<SourcesPage>(first).data.sources;
    await removeLegally(bench.store.db, change(source?.source_id ?? ''));
    const { as_of: asOf } = documentOf<SourcesPage>(first);
    expect(await refusal(answers.sources('live', { limit: 1, cursor, as_of: asOf }))).toMatchObject({
      code: 'removed-legally',
    });
  });

  it('a build that it crosses is done again without the removed', async () => {
    const crossing = createAnswers({
      store: {
        ...bench.store,
        db: removingAfter(/from head/, () => removeLegally(bench.store.db, change('b:2'))),
      },
      baseUrl: 'https://research.test',
      now: () => now,
    });
    const page = documentOf<BeliefsPage>(await crossing.beliefs('live', {}));
    expect(page.data.beliefs.map((belief) => belief.belief_id)).not.toContain(id);
    expect(page.data.beliefs).toHaveLength(3);
  });
});

/** The store, with some work done right after the first statement of this kind. */
function removingAfter(statement: RegExp, work: () => Promise<unknown>): LoadingBench['store']['db'] {
  const { db } = bench.store;
  const client = db.client as Record<string, (...sent: unknown[]) => Promise<unknown>>;
  let is: 'waiting' | 'due' | 'done' = 'waiting';
  const watching = {
    async _query(connection: unknown, query: { sql: string }) {
      if (is === 'waiting' && statement.test(query.sql)) is = 'due';
      return client['_query']?.(connection, query);
    },
    // On the embedded engine it has to wait for the only connection.
    async releaseConnection(connection: unknown) {
      await client['releaseConnection']?.(connection);
      if (is !== 'due') return;
      is = 'done';
      await work();
    },
  };
  return replacing(db, { client: replacing(client, watching) });
}

function replacing<Of extends object>(of: Of, by: object): Of {
  return new Proxy(of, { get: (target, name) => Reflect.get(name in by ? by : target, name) as unknown });
}
