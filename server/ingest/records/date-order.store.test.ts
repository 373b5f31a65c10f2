// Order of time at load: no date of a record lies after one that it has to precede.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importRecords } from './import-records.ts';
import { importSecurities } from './import-securities.ts';
import { belief, cast, citation, evidence, revision, whole, type Fields } from '../testing/bundle.ts';
import { LoadingBench, statement } from '../testing/loading.ts';
import { recordCase } from '../testing/record-cases.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const target = (given: Fields = {}): Fields => ({
  type: 'target',
  target_id: 't:1',
  belief_id: 'b:1',
  revision: 1,
  low: '10',
  high: '12',
  currency: 'USD',
  stated_on: '2020-03-02',
  horizon: null,
  price_when_stated: null,
  conditions: [],
  citation_id: 'c:1',
  ...given,
});

it.each([
  [
    'b_pubafter.ndjson',
    'b_pubafter.ndjson:4:published_at: 2024-03-01T00:00:00.000Z is after observed_at (2024-02-01T15:00:00.000Z): nobody observes what is not published yet; correct one of the two',
  ],
  [
    'b_tgtstated.ndjson',
    'b_tgtstated.ndjson:9:stated_on: 2025-06-30 is after the observed_at of its revision (2024-02-01T15:00:00.000Z): nobody observes what is not stated yet; correct one of the two',
  ],
])('refuses what was observed before it existed: %s', async (name, fault) => {
  const file = await recordCase(bench, name);
  const before = await bench.counts();
  expect(await bench.faults(() => importRecords(bench.loading(), file, 'bundle'))).toEqual([fault]);
  expect(await bench.counts()).toEqual(before);
});

describe('evidence', () => {
  it.each([
    ['a day on, of another time zone', { published_on: '2020-03-03' }],
    ['the same instant', { published_at: '2020-03-02T15:00:00Z' }],
    ['within the hour that is known', { published_at: '2020-03-02T15:30:00Z', observed_at_precision: 'hour' }],
    ['within the day that is known', { published_at: '2020-03-02T23:30:00Z', observed_at_precision: 'day' }],
  ])('may be published %s', async (_what, given) => {
    expect(await bench.faults(() => bench.bundle(...cast, evidence(given)))).toEqual([]);
  });

  it.each([
    ['published_on', { published_on: '2020-03-04' }],
    ['published_at', { published_at: '2020-03-02T15:00:01Z' }],
    ['published_at', { published_at: '2020-03-02T16:00:00Z', observed_at_precision: 'hour' }],
  ])('is not published later: %s', async (field, given) => {
    const [fault] = await bench.faults(() => bench.bundle(...cast, evidence(given)));
    expect(fault).toContain(`bundle.ndjson:4:${field}: `);
  });
});

describe('a target', () => {
  it.each([
    ['for a time that is over', { horizon: { text: 'last year', until_on: '2019-12-31' } }, ':horizon.until_on: '],
    ['stated two days after its revision', { stated_on: '2020-03-04' }, ':stated_on: '],
  ])('is refused: %s', async (_what, given, place) => {
    const [fault] = await bench.faults(() => bench.bundle(...whole, target(given)));
    expect(fault).toContain(`bundle.ndjson:10${place}`);
  });

  it('is judged by a revision of an earlier file', async () => {
    await bench.bundle(...whole);
    const [staged] = await bench.faults(() => bench.bundle(target({ stated_on: '2020-06-30' })));
    expect(staged).toContain('after the observed_at of its revision (2020-03-02T15:00:00.000Z)');
    await bench.release();
    const [released] = await bench.faults(() => bench.bundle(target({ stated_on: '2020-06-30' })));
    expect(released).toBe(staged);
  });

  it('keeps its revision from moving before it', async () => {
    await bench.bundle(
      ...cast,
      evidence({ observed_at: '2020-02-01T00:00:00Z' }),
      citation(),
      belief(),
      revision(),
      target(),
    );
    const [{ content_hash: hash } = { content_hash: '' }] = await bench.rows<{ content_hash: string }>(
      `select content_hash from staged where kind = 'revision'`,
    );
    const moved = revision({ observed_at: '2020-02-10T00:00:00Z', corrects: hash });
    const [fault] = await bench.faults(() => bench.bundle(moved));
    expect(fault).toContain('bundle.ndjson:1:observed_at: the target t:1, which is staged: 2020-03-02 is after');
  });
});

describe('a statement', () => {
  it.each([
    [{ transaction_date: '2020-03-03' }, null],
    [{ transaction_date: '2020-03-04' }, 'transaction_date: 2020-03-04 is after observed_at'],
    [{ horizon: { text: 'now', until_on: '2020-03-01' } }, null],
    [{ horizon: { text: 'by then', until_on: '2020-02-28' } }, 'horizon.until_on: 2020-02-28 is before observed_at'],
    [
      { target: { low: '1', high: null, currency: 'USD', horizon: { text: 'by then', until_on: '2019-02-28' } } },
      'target.horizon.until_on: 2019-02-28 is before observed_at',
    ],
  ])('%j', async (given, fault) => {
    const [found] = await bench.faults(() => bench.statements(statement('r:1', given)));
    if (fault === null) expect(found).toBeUndefined();
    else expect(found).toContain(`statements.ndjson:1:${fault}`);
  });
});

it('names two codes of one filing day by what they have in common', async () => {
  const file = await recordCase(bench, 's_same_day.csv');
  expect(await bench.faults(() => importSecurities(bench.loading(), file))).toEqual([
    's_same_day.csv:3: an earlier line has other content for the industry of the same security and filing day; keep the line that holds',
  ]);
});
