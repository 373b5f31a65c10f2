// Reviews of views from a file to an answer: refused where they do not fit, released, withdrawn, stated again and removed.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BeliefDetail, BriefOverview } from '../../../generated/api.ts';
import { createAnswers, type Answers } from '../../answers/answers.ts';
import { databaseNow, readHead } from '../../store/known/clock.ts';
import { derivedId } from '../../store/engine/ids.ts';
import { contradictionsIn } from '../../store/testing/contradictions.ts';
import { importRecords } from '../records/import-records.ts';
import { discardImports } from '../review/discard.ts';
import { dryRunRelease } from '../review/dry-run.ts';
import { stagedReport } from '../review/staged.ts';
import { removeLegally } from '../withdrawal/remove-legally.ts';
import { withdraw } from '../withdrawal/withdraw.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;

const ada = derivedId('belief', 's:1');
const supported = { validity: 'conditions_supported', external_state: 'clear', blockers: [] };

const review = (recordId: string, given: object = {}, assessed: object = {}): { [field: string]: unknown } =>
  statement(recordId, {
    direction: 'unclear',
    observed_at: '2020-03-06T15:00:00Z',
    statement: `Evidence of ${recordId}.`,
    author_name: 'Zeta Quarry Plc',
    review: { belief_id: ada, ...supported, ...assessed },
    ...given,
  });

async function answers(): Promise<Answers> {
  const now = await databaseNow(bench.store.db);
  return createAnswers({ store: bench.store, baseUrl: 'https://research.test', now: () => now, isReplica: true });
}

async function briefBytes(asOf?: string): Promise<string> {
  const request = { ticker: 'ZQRX', detail: 'full', ...(asOf !== undefined && { as_of: asOf }) } as const;
  return (await (await answers()).brief('live', request)).bytes.toString();
}

const brief = async (): Promise<BriefOverview> => JSON.parse(await briefBytes()) as BriefOverview;
const action = async (): Promise<string> => (await brief()).trade_state.action;

async function viewOf(id: string): Promise<BeliefDetail['data']> {
  const { bytes } = await (await answers()).belief('live', id, undefined);
  return (JSON.parse(bytes.toString()) as BeliefDetail).data;
}

const courseOf = async (id: string): Promise<string[]> =>
  (await viewOf(id)).belief.revisions.map(({ move, after, summary }) =>
    [move, after.direction, after.status, after.validity, after.external_state, summary.text].join(' '),
  );

/** Every answer that was given, by its watermark, is given again. */
const given = new Map<string, string>();
async function keep(): Promise<void> {
  const { watermark } = await readHead(bench.store.db, 'live');
  given.set(watermark, await briefBytes(watermark));
}
async function expectKept(): Promise<void> {
  for (const [watermark, before] of given) expect(await briefBytes(watermark), watermark).toBe(before);
}

async function release(effectiveAt: string): Promise<Awaited<ReturnType<LoadingBench['release']>>> {
  const report = await bench.release(effectiveAt);
  await keep();
  return report;
}

const bearish = { direction: 'bearish' };

async function open(): Promise<void> {
  bench = await LoadingBench.open();
  given.clear();
  await bench.statements(statement('s:1', bearish));
  await release('2020-03-05T12:00:00.000Z');
}

describe('a review', () => {
  beforeEach(open);
  afterEach(() => bench.close());

  it('moves a verdict from WAIT, is seen before, and keeps every earlier answer [SPEC-V3]', async () => {
    expect(await action()).toBe('WAIT');
    await bench.statements(review('r:1', {}, { blockers: ['A permit is missing.'] }));
    const { seen, release: tried } = await dryRunRelease(bench.store.db, {
      collection: 'live',
      effectiveAt: '2020-03-07T12:00:00.000Z',
    });
    expect(tried.statements).toMatchObject({ reviews: 1, beliefs_revised: 0, late: 0 });
    expect(seen.changes[0]?.changes.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ['verdict', 'WAIT', 'AVOID'],
      ['statement_added', 'active', 'active'],
      ['view_validity', 'unknown', 'conditions_supported'],
      ['view_external_state', 'unknown', 'clear'],
    ]);
    expect(await action()).toBe('WAIT');
    await release('2020-03-07T12:00:00.000Z');
    const { trade_state: state, views } = await brief();
    expect(state.action).toBe('AVOID');
    expect(views[0]?.condition).toMatchObject({ ...supported, blockers: [{ text: 'A permit is missing.' }] });
    expect(views[0]).toMatchObject({
      summary: { text: 'What was said in s:1.' },
      source_citation_id: derivedId('citation', 's:1'),
    });
    const { belief, citations } = await viewOf(ada);
    expect(belief.revisions.at(-1)).toMatchObject({
      move: 'none',
      late: false,
      summary: { text: 'Evidence of r:1.' },
      source_citation_id: derivedId('citation', 'r:1'),
      before: { validity: 'unknown' },
      after: { validity: 'conditions_supported' },
    });
    expect(citations.find(({ citation_id: id }) => id === derivedId('citation', 'r:1'))?.author_name).toBe(
      'Zeta Quarry Plc',
    );
    expect(belief.direction_last_stated_at).toBe('2020-03-02T15:00:00.000Z');
    const taken = { collection: 'live', id: derivedId('citation', 'r:1'), reason: 'wrong', dryRun: true } as const;
    const { summary } = await withdraw(bench.store.db, taken);
    expect(summary).toBe('Withdrawal 3 of live rewrote 1 view on ZQRX by Ada Quill.');
    await expectKept();
  });

  it('holds for later steps, makes none late, and ends with its view', async () => {
    await bench.statements(review('r:1'));
    await release('2020-03-07T12:00:00.000Z');
    await bench.statements(
      // Observed before the review and loaded after it.
      statement('s:2', { ...bearish, observed_at: '2020-03-06T10:00:00Z' }),
      statement('s:3', { ...bearish, observed_at: '2020-03-08T10:00:00Z' }),
    );
    const { statements } = await release('2020-03-09T12:00:00.000Z');
    expect(statements).toMatchObject({ late: 0, beliefs_revised: 2, reviews: 0 });
    expect(await courseOf(ada)).toEqual([
      'initiated bearish active unknown unknown What was said in s:1.',
      'updated bearish active unknown unknown What was said in s:2.',
      'none bearish active conditions_supported clear Evidence of r:1.',
      'updated bearish active conditions_supported clear What was said in s:3.',
    ]);
    expect(await action()).toBe('AVOID');
    await bench.statements(statement('s:4', { direction: 'bullish', observed_at: '2020-03-10T10:00:00Z' }));
    await release('2020-03-11T12:00:00.000Z');
    expect((await courseOf(ada)).at(-1)).toBe(
      'reversed bearish reversed conditions_supported clear What was said in s:4.',
    );
    expect(await courseOf(derivedId('belief', 's:4'))).toEqual([
      'initiated bullish active unknown unknown What was said in s:4.',
    ]);
    await expectKept();
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
  });

  it('is of the view that it names, also when that view ended before the review', async () => {
    await bench.statements(review('r:1'));
    await release('2020-03-07T12:00:00.000Z');
    await bench.statements(statement('s:2', { direction: 'bullish', observed_at: '2020-03-05T15:00:00Z' }));
    await release('2020-03-09T12:00:00.000Z');
    expect((await courseOf(ada)).slice(-2)).toEqual([
      'reversed bearish reversed unknown unknown What was said in s:2.',
      'none bearish reversed conditions_supported clear Evidence of r:1.',
    ]);
    expect(await action()).toBe('WAIT');
    const [view] = (await brief()).views;
    expect(view).toMatchObject({ direction: 'bullish', condition: { validity: 'unknown' } });
    await expectKept();
  });

  it('is taken back with its assessment, and stands again when it is stated again', async () => {
    await bench.statements(review('r:1'));
    await release('2020-03-07T12:00:00.000Z');
    await bench.statements(statement('s:2', { ...bearish, observed_at: '2020-03-08T10:00:00Z' }));
    await release('2020-03-09T12:00:00.000Z');
    const before = await courseOf(ada);
    const id = derivedId('evidence', 'r:1');
    await withdraw(bench.store.db, { collection: 'live', id, reason: 'wrong', dryRun: false });
    await keep();
    expect(await courseOf(ada)).toEqual([
      'initiated bearish active unknown unknown What was said in s:1.',
      'updated bearish active unknown unknown What was said in s:2.',
    ]);
    await importRecords(bench.restating(), await bench.lines('r.ndjson', [review('r:1')]), 'statements');
    const { warnings } = await bench.release();
    expect([warnings, await courseOf(ada)]).toEqual([[], before]);
    await expectKept();
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
  });

  it('stays when a statement of its view is withdrawn, and goes with the whole view', async () => {
    await bench.statements(statement('s:2', { ...bearish, observed_at: '2020-03-05T10:00:00Z' }));
    await release('2020-03-06T12:00:00.000Z');
    await bench.statements(review('r:1'));
    await release('2020-03-07T12:00:00.000Z');
    const take = (record: string): Promise<unknown> =>
      withdraw(bench.store.db, {
        collection: 'live',
        id: derivedId('evidence', record),
        reason: 'wrong',
        dryRun: false,
      });
    await take('s:2');
    await keep();
    expect(await courseOf(ada)).toEqual([
      'initiated bearish active unknown unknown What was said in s:1.',
      'none bearish active conditions_supported clear Evidence of r:1.',
    ]);
    await take('s:1');
    await expect(viewOf(ada)).rejects.toMatchObject({ code: 'withdrawn' });
    await expectKept();
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
  });

  it('loses its words and its assessment in every version by a legal removal', async () => {
    await bench.statements(review('r:1', {}, { blockers: ['A secret permit is missing.'] }));
    await release('2020-03-07T12:00:00.000Z');
    await bench.statements(statement('s:2', { ...bearish, observed_at: '2020-03-08T10:00:00Z' }));
    await release('2020-03-09T12:00:00.000Z');
    const id = derivedId('evidence', 'r:1');
    await removeLegally(bench.store.db, { collection: 'live', id, reason: 'court order', dryRun: false });
    const rows = await bench.rows<{ text: string }>('select revision::text as text from revision');
    expect(rows.length).toBeGreaterThan(2);
    for (const { text } of rows) expect(text).not.toMatch(/secret permit|conditions_supported|Evidence of r:1/);
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
  });

  it('is left out and reported when its view was withdrawn meanwhile', async () => {
    await bench.statements(review('r:1'));
    await withdraw(bench.store.db, { collection: 'live', id: ada, reason: 'wrong', dryRun: false });
    const { warnings, statements } = await bench.release();
    expect(statements.reviews).toBe(0);
    expect(warnings).toEqual(['left out, because what it rests on was withdrawn after it was loaded: review 1']);
  });

  it('carries a later review, which is not discarded without it', async () => {
    await bench.statements(review('r:1'));
    const later = { observed_at: '2020-03-06T16:00:00Z' };
    await bench.statements(review('r:2', later, { validity: 'invalidated' }));
    const { imports } = await stagedReport(bench.store.db, 'live');
    const [first = 0] = imports.map(({ importId }) => importId);
    const faults = await bench.faults(() => discardImports(bench.store.db, { collection: 'live', imports: [first] }));
    expect(faults[0]).toContain('validity cannot move from unknown to invalidated');
    expect((await stagedReport(bench.store.db, 'live')).imports).toHaveLength(2);
  });
});

describe('refuses', () => {
  beforeAll(async () => {
    await open();
    await bench.statements(statement('s:2', { ...bearish, observed_at: '2020-03-04T15:00:00Z' }), review('r:1'));
    await release('2020-03-07T12:00:00.000Z');
  });
  afterAll(() => bench.close());

  const later = { observed_at: '2020-03-07T15:00:00Z' };

  it.each<[string, string, object, object]>([
    ['an unknown view', 'review.belief_id: no view with the id', later, { belief_id: 'bel_of_nobody' }],
    ['another person', 'person.id: the view is that of "p:ada"', { ...later, person: { id: 'p:bo', name: 'Bo' } }, {}],
    ['another listing', 'security.ticker: the view is about "ZQRX"', { ...later, security: { ticker: 'OTHR' } }, {}],
    [
      'an early one',
      'observed_at: it is observed before the newest statement',
      { observed_at: '2020-03-03T15:00:00Z' },
      {},
    ],
    [
      'one before another',
      'observed_at: it is not observed after the newest review',
      { observed_at: '2020-03-05T15:00:00Z' },
      {},
    ],
    [
      'a move that cannot be',
      'review.validity: validity cannot move from conditions_supported to unknown',
      later,
      { validity: 'unknown' },
    ],
    ['a direction', 'direction: a review states no direction; write unclear', { ...later, direction: 'bullish' }, {}],
    ['a rating', 'rating: a review does not state it', { ...later, rating: 'Hold' }, {}],
  ])('%s', async (_what, fault, fields, assessed) => {
    const [found = ''] = await bench.faults(() => bench.statements(review('r:9', fields, assessed)));
    expect(found).toContain(`statements.ndjson:1:${fault}`);
    expect((await stagedReport(bench.store.db, 'live')).imports).toEqual([]);
  });

  it('a correction of the assessment, and takes one of the words', async () => {
    const changed = review('r:1', { statement: 'Other evidence.' });
    const [refusal = ''] = await bench.faults(() => bench.statements(changed));
    const corrects = /"corrects":"([0-9a-f]{64})"/.exec(refusal)?.[1];
    const otherwise = review('r:1', { corrects }, { validity: 'needs_review' });
    expect((await bench.faults(() => bench.statements(otherwise)))[0]).toContain(
      'review: a correction cannot change what a review assessed',
    );
    await bench.statements({ ...changed, corrects });
    await release('2020-03-08T12:00:00.000Z');
    expect((await courseOf(ada)).at(-1)).toBe('none bearish active conditions_supported clear Other evidence.');
    await expectKept();
  });
});
