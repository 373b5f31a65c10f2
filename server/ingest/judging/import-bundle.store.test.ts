import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { derivedId, entityIdForTicker } from '../../store/engine/ids.ts';
import { belief, cast, citation, claim, condition, evidence, revision, whole, type Fields } from '../testing/bundle.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

describe('loading a bundle', () => {
  it('publishes its records under derived ids, whatever their order in the file', async () => {
    await bench.bundle(...whole.toReversed());
    await bench.release('2019-01-01T00:00:00.000Z');
    const [row] = await bench.rows<Fields>(
      `select b.belief_id, b.entity_id, b.observed_at, r.move, r.source_citation_id, r.person_id, c.observed_at as cited_at
         from belief b join revision r using (belief_id) join citation c on c.citation_id = r.source_citation_id`,
    );
    expect(row).toEqual({
      belief_id: derivedId('belief', 'b:1'),
      entity_id: entityIdForTicker('ZQRX'),
      observed_at: '2020-03-02T15:00:00.000Z',
      move: 'initiated',
      source_citation_id: derivedId('citation', 'c:1'),
      person_id: 'p:ada',
      cited_at: '2020-03-02T15:00:00.000Z',
    });
    expect(await bench.rows('select kind, part_id, body from belief_part order by kind')).toEqual([
      {
        kind: 'claim',
        part_id: derivedId('claim', 'cl:1'),
        body: { role: 'support', statement: 'Cheap.', citation_id: derivedId('citation', 'c:1') },
      },
      {
        kind: 'condition',
        part_id: derivedId('condition', 'k:1'),
        body: {
          kind: 'risk',
          statement: 'The road closes.',
          status: 'not_triggered',
          expected_by: null,
          citation_id: derivedId('citation', 'c:1'),
        },
      },
    ]);
  });

  it('adds nothing when it is loaded again, and lets later files refer to what is staged or released', async () => {
    await bench.bundle(...cast, evidence(), citation());
    await bench.bundle(belief(), revision(), claim());
    await bench.release('2019-01-01T00:00:00.000Z');
    const before = await bench.counts();
    const again = await bench.bundle(...cast, evidence(), citation(), belief(), revision(), claim());
    expect(Object.values(again.records).every((counts) => counts.new === 0 && counts.replaced === 0)).toBe(true);
    expect(await bench.counts()).toEqual(before);
    await bench.bundle(
      revision({ revision: 2, observed_at: '2020-04-01T00:00:00Z', status: 'strengthened' }),
      condition({ revision: 2 }),
    );
    await bench.release();
    expect(await bench.rows('select revision, move from revision order by revision')).toEqual([
      { revision: 1, move: 'initiated' },
      { revision: 2, move: 'strengthened' },
    ]);
  });

  it('closes and opens the row of keyed state, and takes it back when the old state is loaded again', async () => {
    await bench.bundle(...cast);
    await bench.release();
    const renamed = { type: 'person', person_id: 'p:ada', name: 'Ada Quill-Stone', handle: 'ada' };
    expect((await bench.bundle(renamed)).records['person']?.replaced).toBe(1);
    await bench.bundle(...cast);
    expect((await bench.counts())['staged']).toBe(0);
    await bench.bundle(renamed);
    await bench.release();
    expect(await bench.rows('select name, from_version, to_version from person order by from_version')).toEqual([
      { name: 'Ada Quill', from_version: 1, to_version: 2 },
      { name: 'Ada Quill-Stone', from_version: 2, to_version: 2147483647 },
    ]);
  });

  it.each([
    ['without', false],
    ['with', true],
  ])('takes a staged correction back when what is released is loaded again %s "corrects"', async (_how, isNaming) => {
    await bench.bundle(...whole);
    await bench.release('2019-01-01T00:00:00.000Z');
    const [fault] = await bench.faults(() => bench.bundle(claim({ statement: 'Very cheap.' })));
    const corrects = /"corrects":"([0-9a-f]{64})"/.exec(fault ?? '')?.[1];
    await bench.bundle(claim({ statement: 'Very cheap.', corrects }));
    const { records } = await bench.bundle(claim(isNaming ? { corrects } : {}));
    expect(records['claim']).toEqual({ read: 1, new: 0, same: 1, replaced: 0 });
    expect(await bench.rows('select key from staged')).toEqual([]);
    await bench.bundle(claim({ statement: 'Cheaper.', corrects }));
    expect(await bench.rows('select corrects from staged')).toEqual([{ corrects }]);
  });

  it('keeps a staged correction of evidence, which what was staged since may quote', async () => {
    await bench.bundle(...whole);
    await bench.release('2019-01-01T00:00:00.000Z');
    const other = evidence({ capture: 'The quarry is cheap. The road is closed.' });
    const [fault] = await bench.faults(() => bench.bundle(other));
    await bench.bundle({ ...other, corrects: /"corrects":"([0-9a-f]{64})"/.exec(fault ?? '')?.[1] });
    await bench.bundle(citation({ citation_id: 'c:2', locator: { kind: 'text_quote', exact: 'The road is closed.' } }));
    await bench.bundle(evidence());
    expect(await bench.rows('select kind from staged order by kind')).toEqual([
      { kind: 'citation' },
      { kind: 'evidence' },
    ]);
  });

  it('replaces a claim, a revision and evidence only by a correction that names what it replaces', async () => {
    await bench.bundle(...whole);
    await bench.release('2019-01-01T00:00:00.000Z');
    for (const changed of [
      claim({ statement: 'Very cheap.' }),
      revision({ summary: 'Very cheap.' }),
      evidence({ title: 'The first letter' }),
    ]) {
      const [fault] = await bench.faults(() => bench.bundle(changed));
      const corrects = /"corrects":"([0-9a-f]{64})"/.exec(fault ?? '')?.[1];
      expect(corrects).toBeDefined();
      await bench.bundle({ ...changed, corrects });
    }
    await bench.release();
    const summaries = await bench.rows<Fields>(
      'select summary, move, from_version from revision order by from_version',
    );
    expect(summaries).toEqual([
      { summary: 'Cheap.', move: 'initiated', from_version: 1 },
      { summary: 'Very cheap.', move: 'initiated', from_version: 2 },
    ]);
    const open = await bench.rows<Fields>(
      "select body ->> 'statement' as said from belief_part where kind = 'claim' and to_version = 2147483647",
    );
    expect(open).toEqual([{ said: 'Very cheap.' }]);
    expect(await bench.rows('select title from evidence where to_version = 2147483647')).toEqual([
      { title: 'The first letter' },
    ]);
  });

  it('takes away the investment case that a corrected revision has no more', async () => {
    const paragraphs = [{ text: 'It pays for itself.', citation_ids: ['c:1'] }];
    await bench.bundle(...cast, evidence(), citation(), belief(), revision({ investment_case: { paragraphs } }));
    await bench.release('2019-01-01T00:00:00.000Z');
    const [fault] = await bench.faults(() => bench.bundle(revision()));
    await bench.bundle(revision({ corrects: /"corrects":"([0-9a-f]{64})"/.exec(fault ?? '')?.[1] }));
    await bench.release();
    expect(await bench.rows('select kind, from_version, to_version from belief_part')).toEqual([
      { kind: 'investment_case', from_version: 1, to_version: 2 },
    ]);
  });

  it('refuses a release in which two listings carry one ticker, and writes nothing of it', async () => {
    await bench.statements(statement('s:1'));
    await bench.release('2019-01-01T00:00:00.000Z');
    await bench.bundle({
      type: 'entity',
      kind: 'listing',
      entity_id: '11111111-2222-4333-8444-555555555555',
      ticker: 'ZQRX',
      name: 'Another',
    });
    const before = await bench.counts();
    const [fault] = await bench.faults(() => bench.release());
    expect(fault).toContain('release:ZQRX: two listings carry this ticker');
    expect(await bench.counts()).toEqual(before);
  });
});
