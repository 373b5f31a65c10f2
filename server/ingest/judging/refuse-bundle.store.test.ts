import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { belief, cast, citation, claim, condition, evidence, revision, whole, type Fields } from '../testing/bundle.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

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
    'bundle.ndjson:11:revision: a belief cannot move from resolved to active; see the moves in /docs/operate#moves; record what happened as a further cited revision',
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
    'bundle.ndjson:13:status: a condition cannot move from triggered to not_triggered; see the moves in /docs/operate#moves; record what happened as a further cited revision',
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
    'a link of evidence that no answer can carry',
    [...cast, evidence({ url: 'https://letters.example/1|2' })],
    'bundle.ndjson:4:url: "https://letters.example/1|2" has an unescaped | in the path at position 26; write https://letters.example/1%7C2',
  ],
  [
    'a link of a source that no answer can carry',
    [{ ...cast[0], url: 'HTTPS://letters.example/' }, ...cast.slice(1)],
    'bundle.ndjson:1:url: "HTTPS://letters.example/" has capital letters in its scheme; write https://letters.example/',
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
    'a split that no market has had',
    [...cast, { type: 'split', ticker: 'ZQRX', effective_session: '2020-03-02', numerator: 1, denominator: 1e-320 }],
    'bundle.ndjson:4:numerator: it is no split ratio from 0.000001 to 1000000; write new shares, and in denominator the old ones',
  ],
];

describe('refusing a bundle', () => {
  it.each(wrong)(
    'refuses %s with its place and a fix, and leaves the store as it was',
    async (_name, records, fault) => {
      const before = await bench.counts();
      const faults = await bench.faults(() => bench.bundle(...records));
      expect(faults).toEqual([fault]);
      expect(await bench.counts()).toEqual(before);
    },
  );

  it('refuses an industry code that was filed today: it holds from tomorrow on', async () => {
    // Tomorrow's, within an hour of it: midnight may pass meanwhile.
    const filed = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
    const holds = new Date(Date.parse(filed) + 86_400_000).toISOString();
    const industry = { type: 'industry', ticker: 'ZQRX', sic: '1400', filed_on: filed, source: 'a filing' };
    const before = await bench.counts();
    const [fault, ...others] = await bench.faults(() => bench.bundle(...cast, industry));
    expect(fault?.replace(/it is \S+Z\)/, 'it is NOW)')).toBe(
      `bundle.ndjson:4:filed_on: ${holds} is in the future (it is NOW); correct it, or load the record later`,
    );
    expect(others).toEqual([]);
    expect(await bench.counts()).toEqual(before);
  });

  it('judges moves from where a released belief stands', async () => {
    await bench.bundle(...whole, revision({ revision: 2, observed_at: later, status: 'abandoned' }));
    await bench.release('2019-01-01T00:00:00.000Z');
    const next = { revision: 3, observed_at: '2020-04-01T00:00:00Z' };
    expect(await bench.faults(() => bench.bundle(revision({ ...next, status: 'active' })))).toHaveLength(1);
    expect(
      await bench.faults(() => bench.bundle(revision({ ...next, status: 'abandoned', validity: 'needs_review' }))),
    ).toEqual([]);
  });

  it.each(['evidence', 'citation', 'belief'])('refuses a statement and %s with one id in one file', async (kind) => {
    const same: Fields = {
      statement: { type: 'statement', ...statement('x:1'), direction_basis: 'operator_classified' },
      evidence: evidence({ evidence_id: 'x:1' }),
      citation: citation({ citation_id: 'x:1' }),
      belief: belief({ belief_id: 'x:1' }),
    };
    const rest = [...cast, evidence(), revision({ belief_id: 'x:1' }), citation()];
    for (const [one, other] of [
      ['statement', kind],
      [kind, 'statement'],
    ] as const) {
      const faults = await bench.faults(() => bench.bundle(...rest, same[one] as Fields, same[other] as Fields));
      expect(faults).toEqual([
        `bundle.ndjson:8: its id is already that of another record (${one}); give it another id`,
      ]);
    }
  });

  it('refuses a statement under an id that evidence has, for their public ids would be one', async () => {
    await bench.bundle(...cast, evidence());
    expect(await bench.faults(() => bench.statements(statement('e:1')))).toEqual([
      'statements.ndjson:1: its id is already that of another record (evidence); give it another id',
    ]);
  });

  it('compares each quote of a long file with the captured text of its own evidence', async () => {
    const pairs = Array.from({ length: 1_250 }, (_, at) => [
      evidence({ evidence_id: `e:${at}`, capture: `Quarry ${at} is cheap.` }),
      citation({
        citation_id: `c:${at}`,
        evidence_id: `e:${at}`,
        locator: { kind: 'text_quote', exact: `Quarry ${at === 1_217 ? 1_218 : at} is cheap.` },
      }),
    ]);
    // Citations first: their evidence is in another chunk.
    const records = [...pairs.map(([, cited]) => cited ?? {}), ...cast, ...pairs.map(([captured]) => captured ?? {})];
    expect(await bench.faults(() => bench.bundle(...records))).toEqual([
      'bundle.ndjson:1218:locator.exact: "Quarry 1218 is cheap." is not in the captured text; quote the captured text of "e:1217" word for word',
    ]);
  });
});
