// A correction is judged with everything that was loaded on what it changes, and blamed for what could not stand any more.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { citation, claim, condition, evidence, revision, whole, type Fields } from '../testing/bundle.ts';
import { LoadingBench } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const later = '2020-04-01T00:00:00Z';

async function release(): Promise<void> {
  await bench.release('2019-01-01T00:00:00.000Z');
}

/** The record with the hash of what is loaded under its id. */
async function correcting(record: Fields): Promise<Fields> {
  const [fault] = await bench.faults(() => bench.bundle(record));
  return { ...record, corrects: /"corrects":"([0-9a-f]{64})"/.exec(fault ?? '')?.[1] };
}

async function faultsOf(...records: Fields[]): Promise<string[]> {
  const before = await bench.counts();
  const faults = await bench.faults(() => bench.bundle(...records));
  expect(await bench.counts()).toEqual(before);
  return faults;
}

describe('a corrected course', () => {
  it('of staged revisions leads to every staged revision after it', async () => {
    await bench.bundle(...whole, revision({ revision: 2, observed_at: later, status: 'strengthened' }));
    expect(await faultsOf(await correcting(revision({ status: 'forming' })))).toEqual([
      'bundle.ndjson:1:revision: revision 2, which is loaded, could not follow: a belief cannot move from forming to strengthened; see the moves in /docs/operate#moves; record what happened as a further cited revision',
    ]);
    const both = [
      await correcting(revision({ status: 'forming' })),
      await correcting(revision({ revision: 2, observed_at: later, status: 'active' })),
    ];
    expect(await bench.faults(() => bench.bundle(...both))).toEqual([]);
    await release();
    expect(await bench.rows('select status, move from revision order by revision')).toEqual([
      { status: 'forming', move: 'initiated' },
      { status: 'active', move: 'updated' },
    ]);
  });

  it.each(['released', 'staged'])('of a condition that is %s leads to every state after it', async (standing) => {
    const second = revision({ revision: 2, observed_at: later, status: 'strengthened' });
    await bench.bundle(...whole, second, condition({ revision: 2 }));
    if (standing === 'released') await release();
    const first = await correcting(condition({ status: 'triggered' }));
    expect(await faultsOf(first)).toEqual([
      'bundle.ndjson:1:status: revision 2, which is loaded, could not follow: a condition cannot move from triggered to not_triggered; see the moves in /docs/operate#moves; record what happened as a further cited revision',
    ]);
    const last = await correcting(condition({ revision: 2, status: 'triggered' }));
    expect(await bench.faults(() => bench.bundle(first, last))).toEqual([]);
  });
});

describe.each(['released', 'staged'])('a correction of %s evidence', (standing) => {
  beforeEach(async () => {
    await bench.bundle(...whole);
    if (standing === 'released') await release();
  });

  it('keeps each quote that it does not correct, whatever else of it the file quotes', async () => {
    const other = await correcting(evidence({ capture: 'Something else.' }));
    const fault =
      'bundle.ndjson:1:capture: the quote "The quarry is cheap.", which is loaded, is not in it; keep the quote, or correct its citation in the same file';
    const quote = { locator: { kind: 'text_quote', exact: 'Something' } };
    expect(await faultsOf(other)).toEqual([fault]);
    expect(await faultsOf(other, citation({ citation_id: 'c:2', ...quote }))).toEqual([fault]);
    expect(await bench.faults(async () => bench.bundle(other, await correcting(citation(quote))))).toEqual([]);
  });

  it('is still observed before all that cites it', async () => {
    const laterFound = await correcting(evidence({ observed_at: later }));
    expect(await faultsOf(laterFound)).toEqual([
      'bundle.ndjson:1:observed_at: evidence of 2020-04-01T00:00:00.000Z would carry a revision of 2020-03-02T15:00:00.000Z, which is loaded; keep the time, or correct what cites it in the same file',
    ]);
    const earlier = await correcting(evidence({ observed_at: '2020-03-01T15:00:00Z' }));
    expect(await bench.faults(() => bench.bundle(earlier))).toEqual([]);
  });

  it('may be observed later when the file has all that cited it cite other evidence', async () => {
    const moved = [
      await correcting(revision({ source_citation_id: 'c:2' })),
      await correcting(claim({ citation_id: 'c:2' })),
      await correcting(condition({ citation_id: 'c:2' })),
    ];
    const found = [evidence({ evidence_id: 'e:2' }), citation({ citation_id: 'c:2', evidence_id: 'e:2' })];
    const laterFound = await correcting(evidence({ observed_at: later }));
    expect(await faultsOf(...found, laterFound, ...moved.slice(0, 2))).toHaveLength(1);
    expect(await bench.faults(() => bench.bundle(...found, laterFound, ...moved))).toEqual([]);
  });

  it('is no way round through a citation that is moved to later evidence', async () => {
    const found = evidence({ evidence_id: 'e:2', observed_at: later });
    const [fault, ...rest] = await faultsOf(found, await correcting(citation({ evidence_id: 'e:2' })));
    expect(fault).toContain('bundle.ndjson:2:evidence_id: evidence of 2020-04-01T00:00:00.000Z would carry a revision');
    expect(rest).toEqual([]);
  });
});

it('a staged revision is not moved to before what its claims rest on', async () => {
  await bench.bundle(...whole, revision({ revision: 2, observed_at: later, status: 'strengthened' }));
  await bench.bundle(
    evidence({ evidence_id: 'e:2', observed_at: later }),
    citation({ citation_id: 'c:2', evidence_id: 'e:2' }),
    claim({ claim_id: 'cl:2', revision: 2, citation_id: 'c:2' }),
  );
  const sooner = revision({ revision: 2, observed_at: '2020-03-20T00:00:00Z', status: 'strengthened' });
  expect(await faultsOf(await correcting(sooner))).toEqual([
    'bundle.ndjson:1:observed_at: evidence of 2020-04-01T00:00:00.000Z would carry a revision of 2020-03-20T00:00:00.000Z, which is loaded; keep the time, or correct what cites it in the same file',
  ]);
});

it('a staged revision of a released belief is corrected before its release', async () => {
  await bench.bundle(...whole);
  await release();
  await bench.bundle(revision({ revision: 2, observed_at: later, status: 'strengthened' }));
  const other = revision({ revision: 2, observed_at: later, status: 'weakened' });
  const correction = await correcting(other);
  expect(await bench.faults(() => bench.bundle(correction))).toEqual([]);
  await bench.release();
  expect(await bench.rows('select status from revision where revision = 2')).toEqual([{ status: 'weakened' }]);
});
