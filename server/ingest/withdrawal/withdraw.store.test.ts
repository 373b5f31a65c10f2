// Extent of a withdrawal: afterwards all published research has evidence, and earlier versions stay as they were.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DerivedKind, derivedId as idOf } from '../../store/engine/ids.ts';
import { contradictionsIn, openCounts, openRecordIds } from '../../store/testing/contradictions.ts';
import { faultLine, RefusedInput } from '../files/faults.ts';
import type { LoadingBench } from '../testing/loading.ts';
import { courseOf, openLetters, take } from '../testing/withdrawal.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await openLetters();
});
afterEach(() => bench.close());

async function refusal(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (!(error instanceof RefusedInput)) throw error;
    return error.faults.map(faultLine).join('\n');
  }
}

describe('withdrawing evidence', () => {
  it('takes the revisions, claims, conditions, targets and notes that rest on it, and leaves the belief its other revisions', async () => {
    const report = await take(bench, idOf('evidence', 'e:3'));
    expect(report).toMatchObject({ kind: 'evidence', version: 3, dry_run: false });
    expect(report.withdrawn).toEqual({
      citation: 1,
      evidence: 1,
      revision: 1,
      // The parts of the revision go with it, whichever evidence they cite.
      claim: 1,
      condition: 1,
      intent: 1,
      investment_case: 1,
      note: 1,
      target: 1,
    });
    expect(await courseOf(bench, 'b:1')).toEqual(['1 active', '2 strengthened']);
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
  });

  it('shortens what rests on other evidence too', async () => {
    await take(bench, idOf('evidence', 'e:1'));
    const cases = await bench.rows<{ revision: number; body: object }>(
      `select revision, body from belief_part where kind = 'investment_case' and to_version = 2147483647 order by revision`,
    );
    const [second, third] = [idOf('citation', 'c:2'), idOf('citation', 'c:3')];
    expect(cases).toEqual([
      {
        revision: 2,
        body: {
          paragraphs: [
            { text: 'On both.', citation_ids: [second] },
            { text: 'On the second.', citation_ids: [second] },
          ],
        },
      },
      { revision: 3, body: { paragraphs: [{ text: 'On the first and the last.', citation_ids: [third] }] } },
    ]);
    const [intent] = await bench.rows<{ body: object }>(
      `select body from belief_part where kind = 'intent' and belief_id = ? and to_version = 2147483647`,
      [idOf('belief', 'b:1')],
    );
    expect(intent?.body).toMatchObject({ citation_ids: [third], conditions: [] });
  });

  it('lets a belief begin where it now begins', async () => {
    await take(bench, idOf('evidence', 'e:1'));
    const [row] = await bench.rows('select observed_at from belief where belief_id = ? and to_version = 2147483647', [
      idOf('belief', 'b:1'),
    ]);
    expect(row).toEqual({ observed_at: '2020-03-02T15:00:00.000Z' });
    expect(await courseOf(bench, 'b:1')).toEqual(['2 strengthened', '3 weakened']);
  });

  it('takes a belief of which nothing but its end is left, with the reason', async () => {
    const report = await take(bench, idOf('evidence', 'e:2'));
    expect(report.withdrawn['belief']).toBe(1);
    expect(await courseOf(bench, 'b:2')).toEqual([]);
    expect(
      await bench.rows('select withdrawn_reason from belief where belief_id = ?', [idOf('belief', 'b:2')]),
    ).toEqual([{ withdrawn_reason: 'forged' }]);
  });

  it('brings a condition back to what it was before', async () => {
    await take(bench, idOf('evidence', 'e:2'));
    const rows = await bench.rows(
      `select body ->> 'status' as status from belief_part
        where part_id = ? and to_version = 2147483647 order by observed_at desc`,
      [idOf('condition', 'k:1')],
    );
    expect(rows).toEqual([{ status: 'not_triggered' }]);
  });

  it('tells a pair again without a statement: the view that it had reversed is open, and what came after is told of that one', async () => {
    const report = await take(bench, idOf('evidence', 's:2'));
    const rows = await bench.rows(
      `select r.belief_id, r.revision, r.record_key, r.status, r.move, r.late from belief b join revision r using (collection, belief_id)
        where b.person_id = 'p:cy' and b.to_version = 2147483647 and r.to_version = 2147483647
        order by r.observed_at, r.status desc`,
    );
    const [first, second] = [idOf('belief', 's:1'), idOf('belief', 's:2')];
    expect(rows).toEqual([
      { belief_id: first, revision: 1, record_key: 's:1', status: 'active', move: 'initiated', late: false },
      { belief_id: first, revision: 4, record_key: 's:4', status: 'active', move: 'none', late: true },
      { belief_id: first, revision: 3, record_key: 's:3', status: 'reversed', move: 'reversed', late: false },
      { belief_id: second, revision: 2, record_key: 's:3', status: 'active', move: 'initiated', late: false },
    ]);
    expect(report.withdrawn['intent']).toBe(1);
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
  });
});

describe('withdrawing anything else', () => {
  it('a source takes its evidence with it, and every statement of it', async () => {
    const report = await take(bench, idOf('source', 'test-letters'));
    expect(report.withdrawn).toMatchObject({ source: 1, evidence: 3, citation: 3 });
    expect(
      await bench.rows(`select record_key from revision where to_version = 2147483647 and person_id = 'p:cy'`),
    ).toEqual([{ record_key: 's:3' }]);
  });

  it('a citation takes what rests on it and leaves its evidence', async () => {
    const report = await take(bench, idOf('citation', 'c:2'));
    expect(report.withdrawn).toMatchObject({ citation: 1 });
    expect(report.withdrawn['evidence']).toBeUndefined();
  });

  it('a claim, condition, target or note goes alone', async () => {
    const kinds: [DerivedKind, string, number][] = [
      ['claim', 'cl:1', 1],
      ['condition', 'k:1', 2],
      ['target', 't:2', 1],
      ['note', 'n:3', 1],
    ];
    for (const [kind, key, count] of kinds)
      expect((await take(bench, idOf(kind, key))).withdrawn).toEqual({ [kind]: count });
    expect(kinds).toHaveLength(4);
  });

  it('a belief goes by its own id, by that of its source, or by that of the statement that opened it, and leaves its evidence', async () => {
    expect((await take(bench, idOf('belief', 'b:2'))).withdrawn).toEqual({ belief: 1, revision: 2 });
    expect((await take(bench, 'b:1')).withdrawn).toMatchObject({ belief: 1, revision: 3 });
    expect((await take(bench, 's:1')).withdrawn).toEqual({ belief: 1, revision: 3 - 1 });
    expect((await openCounts(bench.store.db))['evidence']).toBe(8);
  });
});

describe('a dry run', () => {
  it('says of every record what would go, and changes nothing', async () => {
    const rows = await bench.counts();
    const open = await openCounts(bench.store.db);
    const ids = await openRecordIds(bench.store.db);
    for (const id of ids) {
      const report = await take(bench, id, { dryRun: true });
      expect(report, id).toMatchObject({ dry_run: true, version: 3 });
      expect(report.withdrawn[report.kind], id).toBeGreaterThan(0);
    }
    expect(ids.length).toBeGreaterThan(30);
    expect(await bench.counts()).toEqual(rows);
    expect(await openCounts(bench.store.db)).toEqual(open);
  });
});

describe('a refusal', () => {
  it('says what is the matter and what to do', async () => {
    const id = idOf('evidence', 'e:9');
    expect(await refusal(() => take(bench, id))).toBe(
      `withdraw:${id}: there is no such evidence in live; check the id, or add --preview if it is in preview`,
    );
    expect(await refusal(() => take(bench, 's:9'))).toContain(
      `there is no such belief in live (it would be ${idOf('belief', 's:9')})`,
    );
    const known = idOf('evidence', 'e:1');
    await take(bench, known, { reason: 'asked for' });
    expect(await refusal(() => take(bench, known))).toBe(
      `withdraw:${known}: this evidence was withdrawn by release 3 of live (asked for); nothing is left to do; remove-legally also takes it from earlier cutoffs`,
    );
  });

  it('makes no release', async () => {
    await refusal(() => take(bench, 's:9'));
    expect(await bench.rows(`select version from head where collection = 'live'`)).toEqual([{ version: 2 }]);
  });
});
