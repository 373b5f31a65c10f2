import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { derivedId, entityIdForTicker } from '../store/ids.ts';
import { LoadingBench, statement } from './test-loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

type Fields = { [field: string]: unknown };

const cast: Fields[] = [
  { type: 'source', source_id: 'src:letters', kind: 'letter', name: 'Quarry Letters' },
  { type: 'person', person_id: 'p:ada', name: 'Ada Quill', handle: null },
  { type: 'entity', kind: 'listing', ticker: 'ZQRX', name: 'Zeta Quarry', exchange: 'NYSE', cik: '0000000042' },
];
const evidence = (given: Fields = {}): Fields => ({
  type: 'evidence',
  evidence_id: 'e:1',
  source_id: 'src:letters',
  url: 'https://letters.example/1',
  title: 'Letter 1',
  author_name: 'Ada Quill',
  observed_at: '2020-03-02T15:00:00Z',
  capture: 'The quarry is cheap. The road may close.',
  verification: 'verified',
  ...given,
});
const citation = (given: Fields = {}): Fields => ({
  type: 'citation',
  citation_id: 'c:1',
  evidence_id: 'e:1',
  locator: { kind: 'text_quote', exact: 'The quarry is cheap.' },
  ...given,
});
const belief = (given: Fields = {}): Fields => ({
  type: 'belief',
  belief_id: 'b:1',
  person_id: 'p:ada',
  subject: { ticker: 'ZQRX' },
  ...given,
});
const revision = (given: Fields = {}): Fields => ({
  type: 'revision',
  belief_id: 'b:1',
  revision: 1,
  observed_at: '2020-03-02T15:00:00Z',
  direction: 'bullish',
  status: 'active',
  summary: 'Cheap.',
  source_citation_id: 'c:1',
  validity: 'unknown',
  external_state: 'unknown',
  blockers: [],
  ...given,
});
const claim = (given: Fields = {}): Fields => ({
  type: 'claim',
  claim_id: 'cl:1',
  belief_id: 'b:1',
  revision: 1,
  role: 'support',
  statement: 'Cheap.',
  citation_id: 'c:1',
  ...given,
});
const condition = (given: Fields = {}): Fields => ({
  type: 'condition',
  condition_id: 'k:1',
  belief_id: 'b:1',
  revision: 1,
  kind: 'risk',
  statement: 'The road closes.',
  status: 'not_triggered',
  expected_by: null,
  citation_id: 'c:1',
  ...given,
});
const whole = [...cast, evidence(), citation(), belief(), revision(), claim(), condition()];

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

const later = '2020-03-09T00:00:00Z';
const wrong: [name: string, records: Fields[], fault: string][] = [
  [
    'a claim without a citation',
    [...whole.filter((r) => r['type'] !== 'claim'), claim({ citation_id: undefined })],
    'bundle.ndjson:9:citation_id: is missing; add it',
  ],
  [
    'a claim whose citation does not exist',
    [...whole.slice(0, 7), claim({ citation_id: 'c:9' })],
    'bundle.ndjson:8:citation_id: there is no citation "c:9"; add it to the file, or load it first',
  ],
  [
    'a citation without evidence',
    [...cast, citation()],
    'bundle.ndjson:4:evidence_id: there is no evidence "e:1"; add it to the file, or load it first',
  ],
  [
    'a quote that is not in the captured text',
    [...cast, evidence(), citation({ locator: { kind: 'text_quote', exact: 'The quarry is dear.' } })],
    'bundle.ndjson:5:locator.exact: "The quarry is dear." is not in the captured text; quote the captured text of "e:1" word for word',
  ],
  [
    'a quote out of its context',
    [
      ...cast,
      evidence(),
      citation({ locator: { kind: 'text_quote', exact: 'The quarry is cheap.', suffix: ' The bridge' } }),
    ],
    'bundle.ndjson:5:locator: the quote does not stand between its prefix and suffix; quote the captured text of "e:1" word for word',
  ],
  [
    'a move that a belief cannot make',
    [
      ...whole,
      revision({ revision: 2, observed_at: later, status: 'resolved' }),
      revision({ revision: 3, observed_at: later, status: 'active' }),
    ],
    'bundle.ndjson:11:revision: a belief cannot move from resolved to active; see the moves in the loading guide; record what happened as a further cited revision',
  ],
  [
    'a move that a condition cannot make',
    [
      ...whole,
      revision({ revision: 2, observed_at: later }),
      revision({ revision: 3, observed_at: later }),
      condition({ revision: 2, status: 'triggered' }),
      condition({ revision: 3, status: 'not_triggered' }),
    ],
    'bundle.ndjson:13:status: a condition cannot move from triggered to not_triggered; see the moves in the loading guide; record what happened as a further cited revision',
  ],
  [
    'an unknown ticker',
    [...cast.slice(0, 2), evidence(), citation(), belief(), revision()],
    'bundle.ndjson:5:subject.ticker: no listing "ZQRX" is known; load an entity record, or its securities, first',
  ],
  [
    'an unknown entity',
    [
      ...cast,
      evidence(),
      citation(),
      belief({ subject: { entity_id: '11111111-2222-4333-8444-555555555555' } }),
      revision(),
    ],
    'bundle.ndjson:6:subject.entity_id: there is no entity "11111111-2222-4333-8444-555555555555"; add it to the file, or load it first',
  ],
  [
    'a belief without a revision',
    [...cast, belief()],
    'bundle.ndjson:4:belief_id: the belief has no revision 1, so nobody knows what it says; add its revisions to the file',
  ],
  [
    'evidence observed after what cites it',
    [...cast, evidence({ observed_at: later }), citation(), belief(), revision()],
    'bundle.ndjson:7:source_citation_id: its evidence was observed at 2020-03-09T00:00:00.000Z, after the revision (2020-03-02T15:00:00.000Z); cite earlier evidence, or state this in a later revision',
  ],
  [
    'a field that does not exist',
    [...cast, { ...evidence(), headline: 'x' }],
    'bundle.ndjson:4:headline: is no field of this record; remove it, or correct its name',
  ],
  [
    'a type that does not exist',
    [{ type: 'opinion' }],
    `bundle.ndjson:1:type: "opinion" is no record type; write one of source, person, entity, session, industry, split, evidence, citation, belief, revision, claim, condition, intent, target, note, statement`,
  ],
  [
    'a status of another kind of condition',
    [...whole.slice(0, 8), condition({ status: 'pending' })],
    'bundle.ndjson:9:status: "pending" is not an allowed value; write one of not_triggered, triggered, unknown',
  ],
  [
    'an industry code filed today',
    [...cast, { type: 'industry', ticker: 'ZQRX', sic: '1400', filed_on: '2999-01-01', source: 'a filing' }],
    '',
  ],
];

describe('refusing a bundle', () => {
  it.each(wrong)(
    'refuses %s with its place and a fix, and leaves the store as it was',
    async (_name, records, fault) => {
      const before = await bench.counts();
      const faults = await bench.faults(() => bench.bundle(...records));
      expect(faults).toHaveLength(1);
      if (fault !== '') expect(faults).toEqual([fault]);
      expect(await bench.counts()).toEqual(before);
    },
  );

  it('judges moves from where a released belief stands', async () => {
    await bench.bundle(...whole, revision({ revision: 2, observed_at: later, status: 'abandoned' }));
    await bench.release('2019-01-01T00:00:00.000Z');
    const next = { revision: 3, observed_at: '2020-04-01T00:00:00Z' };
    expect(await bench.faults(() => bench.bundle(revision({ ...next, status: 'active' })))).toHaveLength(1);
    expect(
      await bench.faults(() => bench.bundle(revision({ ...next, status: 'abandoned', validity: 'needs_review' }))),
    ).toEqual([]);
  });

  it('refuses a statement under an id that evidence has, for their public ids would be one', async () => {
    await bench.bundle(...cast, evidence());
    expect(await bench.faults(() => bench.statements(statement('e:1')))).toEqual([
      'statements.ndjson:1: its id is already that of another record (evidence); give it another id',
    ]);
  });
});
