// Two beliefs of a bundle on shared and separate evidence, and some statements, for tests of withdrawals and removals.
import { belief, cast, citation, claim, condition, evidence, revision, type Fields } from './bundle.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { beginTestLog } from '../../store/testing/log.ts';
import { type StoreContent, openFilledStore } from '../../store/testing/store.ts';
import { LoadingBench, statement } from './loading.ts';
import { withdraw, type WithdrawReport } from '../withdrawal/withdraw.ts';

const day = (n: number): string => `2020-03-0${n}T15:00:00Z`;

const letter = (n: number, given: Fields = {}): Fields[] => [
  evidence({
    evidence_id: `e:${n}`,
    url: `https://letters.example/${n}`,
    observed_at: day(n),
    capture: `Letter ${n} says so.`,
    ...given,
  }),
  citation({ citation_id: `c:${n}`, evidence_id: `e:${n}`, locator: { kind: 'text_quote', exact: `Letter ${n}` } }),
];

/** Parts of a revision, each on one letter. */
const stated = (n: number, letterOf: number): Fields[] => [
  claim({ claim_id: `cl:${n}`, revision: n, statement: `Claim of letter ${letterOf}.`, citation_id: `c:${letterOf}` }),
  {
    type: 'target',
    target_id: `t:${n}`,
    belief_id: 'b:1',
    revision: n,
    low: '40',
    high: null,
    currency: 'USD',
    stated_on: `2020-03-0${n}`,
    horizon: null,
    price_when_stated: null,
    conditions: [],
    citation_id: `c:${letterOf}`,
  },
  {
    type: 'note',
    note_id: `n:${n}`,
    belief_id: 'b:1',
    revision: n,
    kind: 'reason',
    statement: `Reason ${n}.`,
    provenance: 'author_stated',
    citation_id: `c:${letterOf}`,
  },
];

/** b:1 rests on letters 1, 2 and 3; b:2 on letter 2, and letter 4 ends it. Letter 4 comes from another source. */
export const letters: Fields[] = [
  ...cast,
  { type: 'source', source_id: 'src:other', kind: 'article', name: 'Other Papers' },
  { type: 'person', person_id: 'p:bo', name: 'Bo Lind', handle: null },
  ...[1, 2, 3].flatMap((n) => letter(n)),
  ...letter(4, { source_id: 'src:other' }),
  belief(),
  revision({
    investment_case: {
      paragraphs: [{ text: 'First, alone.', citation_ids: ['c:1'] }],
    },
  }),
  revision({
    revision: 2,
    observed_at: day(2),
    status: 'strengthened',
    summary: 'Cheaper.',
    source_citation_id: 'c:2',
    investment_case: {
      paragraphs: [
        { text: 'On both.', citation_ids: ['c:1', 'c:2'] },
        { text: 'On the second.', citation_ids: ['c:2'] },
      ],
    },
  }),
  revision({
    revision: 3,
    observed_at: day(3),
    status: 'weakened',
    summary: 'Less so.',
    source_citation_id: 'c:3',
    investment_case: {
      paragraphs: [
        { text: 'On the first.', citation_ids: ['c:1'] },
        { text: 'On the first and the last.', citation_ids: ['c:1', 'c:3'] },
      ],
    },
  }),
  ...stated(1, 1),
  ...stated(2, 2),
  ...stated(3, 1),
  condition(),
  condition({ revision: 3, status: 'triggered', citation_id: 'c:2' }),
  {
    type: 'intent',
    observation_id: 'o:1',
    belief_id: 'b:1',
    revision: 3,
    action: 'buy',
    basis: 'published_opinion',
    time_context: 'current',
    instrument: 'equity',
    methodology_version: 'belief-author-intent-v1',
    status: 'current',
    conditions: [{ statement: 'below 40', citation_ids: ['c:1'] }],
    citation_ids: ['c:1', 'c:3'],
  },
  belief({ belief_id: 'b:2', person_id: 'p:bo' }),
  revision({ belief_id: 'b:2', observed_at: day(2), source_citation_id: 'c:2' }),
  revision({
    belief_id: 'b:2',
    revision: 2,
    observed_at: day(4),
    status: 'resolved',
    summary: 'Done.',
    source_citation_id: 'c:4',
  }),
];

/** Three of one person, the second turns; the last one arrives late. */
export const saidBesides: { first: Fields[]; late: Fields[] } = {
  first: [
    statement('s:1', { person: { id: 'p:cy', name: 'Cy Orm', handle: null }, observed_at: day(1) }),
    statement('s:2', {
      person: { id: 'p:cy', name: 'Cy Orm', handle: null },
      observed_at: day(5),
      direction: 'bearish',
      action: 'sell',
      basis: 'published_opinion',
      time_context: 'current',
      instrument: 'equity',
    }),
    statement('s:3', {
      person: { id: 'p:cy', name: 'Cy Orm', handle: null },
      observed_at: day(7),
      direction: 'bearish',
      dataset: 'other-letters',
    }),
  ],
  late: [statement('s:4', { person: { id: 'p:cy', name: 'Cy Orm', handle: null }, observed_at: day(6) })],
};

/** A store with all of it in two releases; `logged` has a public log from the first on. */
export async function openLetters(content: keyof typeof contents = 'letters'): Promise<LoadingBench> {
  return LoadingBench.open(await openFilledStore(contents[content]));
}

const letterContent: StoreContent = {
  name: 'letters',
  fill: async (store) => {
    const bench = await LoadingBench.open(store);
    await loadLetters(bench).finally(() => bench.clean());
  },
};
const log: StoreContent = { name: 'log', fill: beginTestLog };
const contents = { letters: letterContent, logged: { ...letterContent, name: 'logged_letters', before: log } };

/** Everything above in two releases, for a store that has other research. */
export async function loadLetters(bench: LoadingBench): Promise<void> {
  await bench.bundle(...letters);
  await bench.statements(...saidBesides.first);
  await bench.release('2020-01-01T00:00:00.000Z');
  await bench.statements(...saidBesides.late);
  await bench.release();
}

export async function take(
  bench: LoadingBench,
  id: string,
  given: { dryRun?: boolean; reason?: string } = {},
): Promise<WithdrawReport> {
  return withdraw(bench.store.db, { collection: 'live', id, reason: 'forged', dryRun: false, ...given });
}

/** The published revisions of a belief, by number and status. */
export async function courseOf(bench: LoadingBench, belief: string): Promise<string[]> {
  const rows = await bench.rows<{ said: string }>(
    `select revision || ' ' || status as said from revision
      where belief_id = ? and to_version = 2147483647 order by observed_at, revision`,
    [derivedId('belief', belief)],
  );
  return rows.map(({ said }) => said);
}
