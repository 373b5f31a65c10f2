import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { derivedId } from '../../store/engine/ids.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const history = '2019-01-01T00:00:00.000Z';

type RevisionRow = {
  revision: number;
  direction: string;
  status: string;
  move: string;
  late: boolean;
  summary: string;
  from_version: number;
  to_version: number;
};

function revisions(): Promise<RevisionRow[]> {
  return bench.rows<RevisionRow>(
    'select revision, direction, status, move, late, summary, from_version, to_version from revision order by belief_id, revision, from_version',
  );
}

describe('loading statements', () => {
  it('stages what is new, publishes nothing before a release, and adds nothing when it is loaded again', async () => {
    const records = [statement('s:1'), statement('s:2', { observed_at: '2020-03-03T15:00:00.123456Z' })];
    const first = await bench.statements(...records);
    expect(first.records).toEqual({ statement: { read: 2, new: 2, same: 0, replaced: 0 } });
    expect((await bench.counts())['belief']).toBe(0);
    expect((await bench.statements(...records)).records['statement']?.same).toBe(2);
    const released = await bench.release(history);
    expect(released.statements).toMatchObject({ beliefs_opened: 1, beliefs_revised: 1, beliefs_reversed: 0, late: 0 });
    const after = await bench.counts();
    expect((await bench.statements(...records)).records['statement']).toMatchObject({ new: 0, same: 2 });
    expect((await bench.release()).version).toBeNull();
    expect(await bench.counts()).toEqual(after);
    expect(after).toMatchObject({
      entity: 1,
      source: 1,
      evidence: 2,
      citation: 2,
      belief: 1,
      revision: 2,
      industry: 0,
      release: 1,
      staged: 0,
    });
  });

  it('takes record, person and dataset names as sources write them, and keeps people with alike names apart', async () => {
    const link = { dataset: 'letters to the editor', source_url: 'https://letters.example/1' };
    const of = (id: string) => ({ ...link, person: { id, name: 'Quill', handle: null } });
    await bench.statements(
      statement('letter 1 of 2', of('Ada Quill')),
      statement('letter 2 of 2', { ...of('Ada Quill'), observed_at: '2020-03-04T15:00:00Z' }),
      statement('Brief Nr. 3 (Übersetzung)', { ...of('Ada Quill-Øre'), observed_at: '2020-03-03T15:00:00Z' }),
    );
    const { statements } = await bench.release(history);
    expect(statements).toMatchObject({ beliefs_opened: 2, beliefs_revised: 1 });
  });

  it('derives the public ids, cuts instants to milliseconds, and keeps the text as its own capture', async () => {
    await bench.statements(
      statement('s:1', { observed_at: '2020-03-02T15:00:00.9996Z', statement: 'One\r\ntwo\u200B &amp; three' }),
    );
    await bench.release(history);
    const [row] = await bench.rows<{ [column: string]: unknown }>(
      `select b.belief_id, b.observed_at, v.evidence_id, v.capture, v.verification, v.removed_characters, c.citation_id, c.locator
         from belief b, evidence v, citation c`,
    );
    expect(row).toEqual({
      belief_id: derivedId('belief', 's:1'),
      observed_at: '2020-03-02T15:00:00.999Z',
      evidence_id: derivedId('evidence', 's:1'),
      capture: 'One\ntwo &amp; three',
      verification: 'unverified',
      removed_characters: 1,
      citation_id: derivedId('citation', 's:1'),
      locator: { kind: 'text_quote', exact: 'One\ntwo &amp; three' },
    });
  });

  it('puts late statements into the belief of their time, and they move nothing', async () => {
    await bench.statements(statement('s:1'), statement('s:3', { observed_at: '2020-03-09T15:00:00Z' }));
    await bench.release(history);
    await bench.statements(
      statement('s:2', { observed_at: '2020-03-05T15:00:00Z', direction: 'bearish' }),
      statement('s:4', { observed_at: '2020-03-10T15:00:00Z' }),
    );
    const released = await bench.release();
    expect(released.statements).toMatchObject({
      beliefs_opened: 0,
      beliefs_revised: 1,
      late: 1,
      late_record_ids: ['s:2'],
    });
    expect((await revisions()).map((r) => [r.revision, r.direction, r.status, r.move, r.late, r.summary])).toEqual([
      [1, 'bullish', 'active', 'initiated', false, 'What was said in s:1.'],
      [2, 'bullish', 'active', 'updated', false, 'What was said in s:3.'],
      [3, 'bullish', 'active', 'none', true, 'What was said in s:1.'],
      [4, 'bullish', 'active', 'updated', false, 'What was said in s:4.'],
    ]);
  });

  it('refuses other content under a known id, and takes it as a correction when it says which row it replaces', async () => {
    await bench.statements(statement('s:1'), statement('s:3', { observed_at: '2020-03-09T15:00:00Z' }));
    await bench.release(history);
    await bench.statements(statement('s:2', { observed_at: '2020-03-05T15:00:00Z' }));
    await bench.release();
    const changed = { statement: 'What was really said.' };
    const [fault] = await bench.faults(() => bench.statements(statement('s:1', changed)));
    expect(fault).toMatch(
      /^statements\.ndjson:1:corrects: a statement with this id is loaded with other content; .*"corrects":"[0-9a-f]{64}"/,
    );
    const corrects = /"corrects":"([0-9a-f]{64})"/.exec(fault ?? '')?.[1];
    expect((await bench.statements(statement('s:1', { ...changed, corrects }))).records['statement']?.replaced).toBe(1);
    const { version } = await bench.release();
    const open = (await revisions()).filter((r) => r.to_version > 1_000_000);
    expect(open.map((r) => [r.revision, r.late, r.summary])).toEqual([
      [1, false, 'What was really said.'],
      [2, false, 'What was said in s:3.'],
      [3, true, 'What was really said.'],
    ]);
    const closed = (await revisions()).filter((r) => r.to_version === version);
    expect(closed.map((r) => r.summary)).toEqual(['What was said in s:1.', 'What was said in s:1.']);
    const captures = await bench.rows<{ capture: string }>(
      'select capture from evidence where evidence_id = ? order by from_version',
      [derivedId('evidence', 's:1')],
    );
    expect(captures.map((row) => row.capture)).toEqual(['What was said in s:1.', 'What was really said.']);
    // Both the correction and what it replaced are known now.
    expect((await bench.statements(statement('s:1', { ...changed, corrects }))).records['statement']?.same).toBe(1);
    expect((await bench.statements(statement('s:1'))).records['statement']?.same).toBe(1);
  });

  it.each([
    ['person.id, observed_at', { person: { id: 'p:bo', name: 'Bo', handle: null, kind: null } }],
    ['person.id, observed_at', { observed_at: '2020-03-02T15:00:01Z' }],
    ['security.ticker', { security: { ticker: 'OTHR', name: null } }],
    ['direction', { direction: 'bearish' }],
  ])('refuses a correction that changes %s', async (field, change) => {
    await bench.statements(statement('s:1'));
    await bench.release(history);
    const [refusal] = await bench.faults(() => bench.statements(statement('s:1', change)));
    const corrects = /"corrects":"([0-9a-f]{64})"/.exec(refusal ?? '')?.[1];
    const [fault] = await bench.faults(() => bench.statements(statement('s:1', { ...change, corrects })));
    expect(fault).toContain(`statements.ndjson:1:${field}: a correction cannot change`);
    expect(fault).toContain('load the statement under a new record_id');
  });

  it('names a listing from statements only while no record does', async () => {
    await bench.statements(statement('s:1', { security: { ticker: 'zqrx', name: null } }));
    await bench.release(history);
    const names = (): Promise<object[]> =>
      bench.rows('select ticker, name, name_basis from entity where to_version = 2147483647');
    expect(await names()).toEqual([{ ticker: 'ZQRX', name: null, name_basis: 'statement' }]);
    await bench.statements(statement('s:2', { observed_at: '2020-03-04T15:00:00Z' }));
    await bench.release();
    expect(await names()).toEqual([{ ticker: 'ZQRX', name: 'Zeta Quarry', name_basis: 'statement' }]);
    await bench.bundle({
      type: 'entity',
      kind: 'listing',
      ticker: 'ZQRX',
      name: 'Zeta Quarrying Plc',
      exchange: 'NYSE',
    });
    await bench.release();
    expect(await names()).toEqual([{ ticker: 'ZQRX', name: 'Zeta Quarrying Plc', name_basis: 'record' }]);
  });
});
