// A legal removal takes the words from every version, keeps what stands on other evidence, and lets nothing come back.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { derivedId } from '../../store/engine/ids.ts';
import { contradictionsIn, openCounts, openRecordIds, rowsHolding } from '../../store/testing/contradictions.ts';
import { readHead } from '../../store/known/clock.ts';
import { removalOf } from '../../store/published/removals.ts';
import { faultLine, RefusedInput } from '../files/faults.ts';
import { removeLegally, type RemovalReport } from './remove-legally.ts';
import { belief, citation, claim, evidence, revision, type Fields } from '../testing/bundle.ts';
import { type LoadingBench, statement } from '../testing/loading.ts';
import { letters, openLetters, saidBesides } from '../testing/withdrawal.ts';
import { withdraw } from './withdraw.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await openLetters();
});
afterEach(() => bench.close());

async function remove(id: string, dryRun = false): Promise<RemovalReport> {
  return removeLegally(bench.store.db, { collection: 'live', id, reason: 'court order', dryRun });
}

async function refusal(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (error) {
    if (!(error instanceof RefusedInput)) throw error;
    return error.faults.map(faultLine).join('\n');
  }
}

describe('removing evidence', () => {
  it('deletes its words and all that they were told by, from every version', async () => {
    expect(await rowsHolding(bench.store.db, 'What was said in s:2.')).toBeGreaterThan(2);
    const report = await remove(derivedId('evidence', 's:2'));
    expect(report.removed).toMatchObject({ evidence: 1, citation: 1 });
    expect(await rowsHolding(bench.store.db, 'What was said in s:2.')).toBe(0);
    expect(await rowsHolding(bench.store.db, derivedId('citation', 's:2'))).toBe(1);
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
  });

  it('keeps, at every version, what rests on other evidence too, without the citation', async () => {
    const report = await remove(derivedId('evidence', 'e:1'));
    expect(report.shortened).toEqual({ intent: 1, investment_case: 2 });
    expect(await rowsHolding(bench.store.db, 'On both.')).toBeGreaterThan(0);
    expect(await rowsHolding(bench.store.db, 'First, alone.')).toBe(0);
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
  });

  it('of what was withdrawn before needs no release', async () => {
    await withdraw(bench.store.db, {
      collection: 'live',
      id: derivedId('evidence', 'e:2'),
      reason: 'asked for',
      dryRun: false,
    });
    const report = await remove(derivedId('evidence', 'e:2'));
    expect(report.withdrawal).toBeNull();
    expect(report.removed).toMatchObject({ belief: 1, evidence: 1 });
    expect(await removalOf(bench.store.db, 'live', derivedId('belief', 'b:2'))).toMatchObject({
      reason: 'court order',
    });
    expect(await bench.store.db('removal').where('record_id', derivedId('belief', 'b:2'))).toMatchObject([
      { cause: derivedId('evidence', 'e:2') },
    ]);
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
  });
});

describe('removing a belief', () => {
  it('takes the evidence that nothing else rests on, and leaves the rest', async () => {
    const report = await remove('b:1');
    expect(report.removed).toMatchObject({ belief: 1, revision: 3, evidence: 2 });
    expect(
      await bench.rows(`select evidence_id from evidence where source_id = ?`, [derivedId('source', 'src:letters')]),
    ).toEqual([{ evidence_id: derivedId('evidence', 'e:2') }]);
    expect(await contradictionsIn(bench.store.db)).toEqual([]);
  });

  it('of statements takes their words', async () => {
    await remove(derivedId('belief', 's:2'));
    expect(await rowsHolding(bench.store.db, 'What was said in s:3.')).toBe(0);
    // It stands twice: this belief began with the statement that ended the one before it.
    expect(await rowsHolding(bench.store.db, 'What was said in s:2.')).toBeGreaterThan(0);
    expect(await rowsHolding(bench.store.db, 'What was said in s:4.')).toBe(0);
  });
});

describe('what every server learns of it', () => {
  it('the count beside the service clock grows, and each id that is gone is known by its own', async () => {
    expect((await readHead(bench.store.db, 'live')).removals).toBe(0);
    await remove(derivedId('source', 'src:other'));
    expect((await readHead(bench.store.db, 'live')).removals).toBe(1);
    expect((await readHead(bench.store.db, 'preview')).removals).toBe(0);
    for (const name of ['evidence e:4', 'citation c:4', 'source src:other']) {
      const [kind = '', key = ''] = name.split(' ');
      expect(await removalOf(bench.store.db, 'live', derivedId(kind as 'evidence', key))).not.toBeNull();
    }
    expect(await removalOf(bench.store.db, 'live', derivedId('evidence', 'e:1'))).toBeNull();
  });

  it('delivered bodies that mention it lose their bytes, and others keep them', async () => {
    const body = (text: string) => Buffer.from(JSON.stringify({ citation_id: text }));
    const bodies = [derivedId('citation', 'c:4'), derivedId('citation', 'c:1')].map((id, index) => ({
      digest: Buffer.from([index]),
      bytes: body(id),
      kept_on: '2026-01-01',
    }));
    await bench.store.db('kept_body').insert(bodies);
    expect((await remove(derivedId('evidence', 'e:4'))).kept_bodies).toBe(1);
    expect(await bench.rows('select bytes is null as gone, removed_reason from kept_body order by digest')).toEqual([
      { gone: true, removed_reason: 'court order' },
      { gone: false, removed_reason: null },
    ]);
  });
});

describe('afterwards', () => {
  it('the same files add nothing, and neither a correction nor a staged one brings the words back', async () => {
    const [known] = await bench.rows<{ hash: string }>(
      `select content_hash as hash from record where kind = 'evidence' and key = 'e:1'`,
    );
    const corrected = (capture: string, corrects: string | undefined) =>
      evidence({ url: 'https://letters.example/1', observed_at: '2020-03-01T15:00:00Z', capture, corrects });
    await bench.bundle(corrected('Letter 1 says so, again.', known?.hash));
    await remove(derivedId('evidence', 'e:1'));
    expect(await bench.rows(`select key from staged where kind = 'evidence'`)).toEqual([]);
    const faults = await bench.faults(() => bench.bundle(corrected('Letter 1 says so, once more.', known?.hash)));
    expect(faults.join()).toContain('this evidence was withdrawn');
    await bench.bundle(...letters);
    await bench.statements(...saidBesides.first, ...saidBesides.late);
    expect((await bench.release()).version).toBeNull();
    expect(await rowsHolding(bench.store.db, 'Letter 1 says so')).toBe(0);
  });

  it('a claim, condition, target or note comes back neither from staging nor under its id', async () => {
    const reworded: [kind: 'claim' | 'condition' | 'target' | 'note', key: string, name: string, fields: Fields][] = [
      ['claim', 'cl:2', 'claim_id', { statement: 'Reworded.' }],
      ['condition', 'k:1', 'condition_id', { statement: 'Reworded.' }],
      ['target', 't:2', 'target_id', { conditions: ['Reworded.'] }],
      ['note', 'n:2', 'note_id', { statement: 'Reworded.' }],
    ];
    for (const [kind, key, name, fields] of reworded) {
      const told = letters.filter((record) => record['type'] === kind && record[name] === key);
      const corrected: Fields[] = [];
      for (const record of told) {
        const [known] = await bench.rows<{ hash: string }>(
          'select content_hash as hash from record where kind = ? and key = ?',
          [kind, `${key} ${String(record['revision'])}`],
        );
        corrected.push({ ...record, ...fields, corrects: known?.hash });
      }
      await bench.bundle(...corrected);
      await remove(derivedId(kind, key));
      expect(await bench.rows('select key from staged'), kind).toEqual([]);
      const faults = await bench.faults(() => bench.bundle(...corrected));
      expect(faults.join(), kind).toContain(
        `${name}: this ${kind} was removed (${derivedId(kind, key)}); leave it out`,
      );
    }
    await bench.bundle(...letters);
    expect((await bench.release()).version).toBeNull();
    expect(await rowsHolding(bench.store.db, 'Reworded.')).toBe(0);
  });

  it('nothing that is staged of a removed belief keeps its words until the next release', async () => {
    await bench.bundle(
      revision({
        revision: 4,
        status: 'weakened',
        observed_at: '2020-03-08T15:00:00Z',
        summary: 'Of the removed.',
        source_citation_id: 'c:3',
      }),
      claim({ claim_id: 'cl:4', revision: 4, statement: 'Of the removed.', citation_id: 'c:3' }),
      citation({ citation_id: 'c:5', evidence_id: 'e:3', locator: { kind: 'text_quote', exact: 'Letter 3 says' } }),
      revision({
        belief_id: 'b:3',
        observed_at: '2020-03-08T15:00:00Z',
        summary: 'Of another.',
        source_citation_id: 'c:4',
      }),
      belief({ belief_id: 'b:3' }),
    );
    await remove('b:1');
    expect(await bench.rows('select kind, key from staged order by kind')).toEqual([
      { kind: 'belief', key: 'b:3' },
      { kind: 'revision', key: 'b:3 1' },
    ]);
  });

  it('a number that a removed revision had is not given again', async () => {
    await remove(derivedId('evidence', 's:4'));
    await bench.statements(
      statement('s:7', {
        person: { id: 'p:cy', name: 'Cy Orm', handle: null },
        observed_at: '2020-03-08T15:00:00Z',
        direction: 'bearish',
      }),
    );
    await bench.release();
    const rows = await bench.rows<{ revision: number }>(`select revision from revision where record_key = 's:7'`);
    expect(rows).toEqual([{ revision: 4 }]);
  });

  it('cannot be done twice, nor followed by a withdrawal, and what never was cannot be removed', async () => {
    const id = derivedId('evidence', 'e:1');
    await remove(id);
    expect(await refusal(() => remove(id))).toMatch(
      /^remove-legally:evd_\w+: this evidence was removed at .+ \(court order\); nothing is left to do/,
    );
    const again = () => withdraw(bench.store.db, { collection: 'live', id, reason: 'r', dryRun: false });
    expect(await refusal(again)).toContain('this evidence was removed at');
    expect(await refusal(() => remove('s:9'))).toContain('there is no such belief in live');
  });
});

it('a dry run says of every record what would go, and changes nothing', async () => {
  const rows = await bench.counts();
  const open = await openCounts(bench.store.db);
  const ids = await openRecordIds(bench.store.db);
  for (const id of ids) {
    const report = await remove(id, true);
    expect(report.removed[report.kind], id).toBeGreaterThan(0);
  }
  expect(ids.length).toBeGreaterThan(30);
  expect(await bench.counts()).toEqual(rows);
  expect(await openCounts(bench.store.db)).toEqual(open);
  expect((await readHead(bench.store.db, 'live')).removals).toBe(0);
});
