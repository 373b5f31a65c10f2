// Random courses of loading, discarding, releasing, withdrawing and restating, played against a store.
import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { createAnswers } from '../../answers/answers.ts';
import { ProblemError } from '../../contract/problems.ts';
import { databaseNow, readHead } from '../../store/known/clock.ts';
import { pricedTickers } from '../../store/known/listed-tickers.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { contradictionsIn } from '../../store/testing/contradictions.ts';
import { stagedImports } from '../../store/staged/staged-imports.ts';
import { RefusedInput } from '../files/faults.ts';
import { importRecords } from '../records/import-records.ts';
import { validityChoices } from '../statements/course-rules.ts';
import { release } from '../release/release.ts';
import { idOf, randomStatements, recordOf, type RandomStatement } from './courses.ts';
import { statement, type LoadingBench } from './loading.ts';
import { withdrawSet } from '../withdrawal/withdraw.ts';
import { discardImports } from '../review/discard.ts';
import { dryRunRelease, seenChanges } from '../review/dry-run.ts';

const tickers = ['ZQRX', 'ZQRY'];

type Act =
  | { act: 'load'; statements: RandomStatement[]; ticker: number; again: boolean }
  | { act: 'prices'; ticker: number; sessions: number; shift: number }
  | { act: 'review'; pick: number; minutes: number; validity: number }
  | { act: 'discard' | 'withdraw' | 'withdraw-release' | 'restate'; pick: number }
  | { act: 'release' };

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('load' as const),
      statements: randomStatements,
      ticker: fc.nat(1),
      again: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('prices' as const),
      ticker: fc.nat(2),
      sessions: fc.integer({ min: 5, max: 12 }),
      shift: fc.nat(1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('review' as const),
      pick: fc.nat(9),
      minutes: fc.integer({ min: 0, max: 600 }),
      validity: fc.nat(2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('discard' as const), pick: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('withdraw' as const), pick: fc.nat(99) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('withdraw-release' as const), pick: fc.nat(9) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('restate' as const), pick: fc.nat(9) }) },
);

export const courses = fc
  .array(fc.array(act, { minLength: 1, maxLength: 3 }), { minLength: 4, maxLength: 7 })
  .map((parts) => parts.flatMap((acts): Act[] => [...acts, { act: 'release' }]));

export const seen = {
  releases: 0,
  reviews: 0,
  rereads: 0,
  discards: 0,
  withdrawals: 0,
  releasesWithdrawn: 0,
  restated: 0,
  changes: 0,
  marks: 0,
};

/** The answers at a cutoff: the briefs, and a page of beliefs. */
async function answersAt(bench: LoadingBench, asOf: string): Promise<string[]> {
  const now = await databaseNow(bench.store.db);
  const store = bench.store;
  const answers = createAnswers({ store, baseUrl: 'https://research.test', now: () => now, isReplica: true });
  const asked = [
    ...tickers.map((ticker) => () => answers.brief('live', { ticker, detail: 'full', as_of: asOf })),
    () => answers.beliefs('live', { as_of: asOf }),
  ];
  const bodies: string[] = [];
  for (const ask of asked) {
    try {
      bodies.push((await ask()).bytes.toString());
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      bodies.push(error.code);
    }
  }
  return bodies;
}

const sessions = ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13', '16', '17'];

export class Course {
  readonly #bench: LoadingBench;
  readonly #given = new Map<string, string[]>();
  readonly #files: string[] = [];
  #index = 0;

  constructor(bench: LoadingBench) {
    this.#bench = bench;
  }

  async take(step: Act): Promise<void> {
    if (step.act === 'load') await this.#load(step);
    else if (step.act === 'prices') await this.#prices(step);
    else if (step.act === 'review') await this.#review(step);
    else if (step.act === 'discard') await this.#discard(step.pick);
    else if (step.act === 'release') await this.#release();
    else if (step.act === 'restate') await this.#restate(step.pick);
    else await this.#withdraw(step);
    if (!['load', 'prices', 'review'].includes(step.act)) await this.#reread();
  }

  contradictions(): Promise<string[]> {
    return contradictionsIn(this.#bench.store.db);
  }

  async #load({ statements, ticker, again }: Extract<Act, { act: 'load' }>): Promise<void> {
    const first = this.#index;
    this.#index += statements.length;
    const records = statements.map((one, at) => {
      const record = recordOf(one, first + at);
      return { ...record, security: { ...(record['security'] as object), ticker: tickers[ticker] } };
    });
    for (const name of again ? ['a', 'b'] : ['a']) {
      const file = await this.#bench.lines(`${name}${first}.ndjson`, records);
      await importRecords(this.#bench.loading(), file, 'statements');
      this.#files.push(file);
    }
  }

  /** Of a view that is released, after its newest step. */
  async #review({ pick, minutes, validity }: Extract<Act, { act: 'review' }>): Promise<void> {
    const views = await this.#bench.rows<{ id: string; person: string; ticker: string; at: string; validity: string }>(
      `select b.belief_id as id, b.person_id as person, e.ticker, max(r.observed_at) as at,
              (array_agg(r.validity order by r.observed_at desc, r.revision desc))[1] as validity
         from belief b
         join entity e on e.entity_id = b.entity_id and e.to_version = 2147483647
         join revision r on r.belief_id = b.belief_id and r.to_version = 2147483647
        where b.to_version = 2147483647 group by 1, 2, 3 order by 1`,
    );
    const view = views[pick % Math.max(views.length, 1)];
    if (view === undefined) return;
    const choices = validityChoices(view.validity);
    const observed = new Date(Date.parse(view.at) + minutes * 60_000).toISOString();
    const record = statement(`r:${this.#index}:${this.#files.length}`, {
      person: { id: view.person, name: 'A Reviewed Person', handle: null },
      security: { ticker: view.ticker, name: null },
      direction: 'unclear',
      observed_at: observed,
      review: {
        belief_id: view.id,
        validity: choices[validity % choices.length],
        external_state: minutes % 2 === 0 ? 'clear' : 'triggered',
        blockers: [`Blocker at ${observed}.`],
      },
    });
    const file = await this.#bench.lines(`r${this.#index}-${this.#files.length}.ndjson`, [record]);
    this.#files.push(file);
    await importRecords(this.#bench.loading(), file, 'statements').catch(refused);
  }

  async #restate(pick: number): Promise<void> {
    // Two files at a time: few of them hold what was withdrawn.
    for (const at of new Set([pick, pick + 1].map((one) => one % Math.max(this.#files.length, 1)))) {
      const file = this.#files[at];
      if (file !== undefined) await importRecords(this.#bench.restating(), file, 'statements').catch(refused);
    }
  }

  async #prices({ ticker, sessions: count, shift }: Extract<Act, { act: 'prices' }>): Promise<void> {
    const name = [...tickers, 'SPY'][ticker];
    const rows = sessions.slice(0, count).map((day, at) => `2020-03-${day},${40 + shift + at}`);
    await this.#bench
      .prices(`${name}.csv`, `date,adj_close\n${rows.join('\n')}\n`, { provider: 'desk' })
      .catch(refused);
  }

  async #discard(pick: number): Promise<void> {
    const staged = await stagedImports(this.#bench.store.db, 'live');
    const one = staged[pick % Math.max(staged.length, 1)];
    if (one === undefined) return;
    await discardImports(this.#bench.store.db, { collection: 'live', imports: [one.importId] }).catch(refused);
    seen.discards += 1;
  }

  async #withdraw(step: Extract<Act, { pick: number }>): Promise<void> {
    const { version } = await readHead(this.#bench.store.db, 'live');
    if (version === 0) return;
    const common = { collection: 'live' as const, reason: 'wrong', dryRun: false };
    if (step.act === 'withdraw-release') {
      const done = await withdrawSet(this.#bench.store.db, { ...common, release: 1 + (step.pick % version) }).catch(
        refused,
      );
      seen.releasesWithdrawn += Number(done !== undefined);
    } else {
      const picks = [step.pick, step.pick + 3].map((one) => one % Math.max(this.#index, 1));
      const ids = [...new Set(picks)].map((index) => derivedId('evidence', idOf(index)));
      const done = await withdrawSet(this.#bench.store.db, { ...common, ids }).catch(refused);
      seen.withdrawals += Number(done !== undefined);
    }
  }

  async #release(): Promise<void> {
    const { db } = this.#bench.store;
    const newListings = await pricedTickers(db, 'live');
    const before = await readHead(db, 'live');
    const trial = await dryRunRelease(db, { collection: 'live', newListings });
    deepEqual(await readHead(db, 'live'), before);
    const done = await release(db, { collection: 'live', newListings, digest: trial.digest });
    deepEqual(withoutTime(done), withoutTime(trial.release));
    if (done.version === null) return;
    const priced = done.touched?.priced.named ?? [];
    const now = await db.transaction((trx) => seenChanges(trx, { collection: 'live', before, priced }, done.version));
    deepEqual(atRelease(now, done.effective_at), atRelease(trial.seen, trial.release.effective_at));
    seen.releases += 1;
    seen.restated += done.restated.length;
    seen.reviews += done.statements.reviews;
    deepEqual(await contradictionsIn(db), []);
    seen.changes += now.changes.length;
    seen.marks += now.changes.flatMap(({ marks }) => marks).length;
  }

  /** The first answers and the newest: what an act changes by mistake it changes there. */
  async #reread(): Promise<void> {
    const given = [...this.#given];
    for (const [asOf, bodies] of new Map([...given.slice(0, 1), ...given.slice(-1)])) {
      deepEqual(await answersAt(this.#bench, asOf), bodies);
      seen.rereads += 1;
    }
    const { watermark } = await readHead(this.#bench.store.db, 'live');
    if (!this.#given.has(watermark)) this.#given.set(watermark, await answersAt(this.#bench, watermark));
  }
}

/** A withdrawal or an end carries the instant of its release, which the trial has earlier. */
const atRelease = (changes: object, at: string | null): unknown =>
  JSON.parse(JSON.stringify(changes).replaceAll(at ?? 'none', 'the release'));

const withoutTime = (report: object): object => ({ ...report, effective_at: null });

function refused(error: unknown): undefined {
  if (!(error instanceof RefusedInput)) throw error;
}
