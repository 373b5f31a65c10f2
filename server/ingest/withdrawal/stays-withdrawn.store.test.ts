// Withdrawn records stay withdrawn: neither a repeated file, nor a correction, nor a staged record brings one back.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { derivedId as idOf } from '../../store/engine/ids.ts';
import { contradictionsIn } from '../../store/testing/contradictions.ts';
import { citation, claim, evidence, revision, type Fields } from '../testing/bundle.ts';
import { type LoadingBench, statement } from '../testing/loading.ts';
import { courseOf, letters, openLetters, saidBesides, take } from '../testing/withdrawal.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await openLetters();
});
afterEach(() => bench.close());

const anotherCitation = citation({ citation_id: 'c:9', locator: { kind: 'text_quote', exact: 'Letter 1' } });

describe('after a withdrawal', () => {
  beforeEach(async () => {
    await take(bench, idOf('evidence', 'e:1'));
    await take(bench, idOf('source', 'other-letters'));
  });

  it('the same files load again and add nothing', async () => {
    const again = [await bench.bundle(...letters), await bench.statements(...saidBesides.first, ...saidBesides.late)];
    for (const { records } of again)
      for (const [kind, counts] of Object.entries(records))
        expect({ kind, ...counts }).toMatchObject({ new: 0, replaced: 0 });
    expect((await bench.release()).version).toBeNull();
  });

  it('nothing new may rest on it, and it cannot be corrected back', async () => {
    const hash = await bench.rows<{ hash: string }>(
      `select content_hash as hash from record where kind = 'evidence' and key = 'e:1'`,
    );
    const corrected = evidence({
      capture: 'Letter 1 says more.',
      observed_at: '2020-03-01T15:00:00Z',
      corrects: hash[0]?.hash,
    });
    const cases: [() => Promise<unknown>, string][] = [
      [() => bench.bundle(anotherCitation), 'the evidence was withdrawn'],
      [() => bench.bundle(claim({ claim_id: 'cl:9', revision: 2 })), 'the citation was withdrawn'],
      [() => bench.bundle(corrected), 'this evidence was withdrawn'],
      [() => bench.statements(statement('s:9', { dataset: 'other-letters' })), 'the source was withdrawn'],
    ];
    for (const [load, what] of cases) expect((await bench.faults(load)).join('\n')).toContain(what);
    expect(cases).toHaveLength(4);
  });

  it('a further revision takes the next number, also where the last ones are gone', async () => {
    await take(bench, idOf('evidence', 'e:3'));
    expect(await courseOf(bench, 'b:1')).toEqual(['2 strengthened']);
    const next = { observed_at: '2020-03-09T15:00:00Z', status: 'weakened', source_citation_id: 'c:2' };
    const faults = await bench.faults(() => bench.bundle(revision({ revision: 3, ...next })));
    expect(faults.join()).toContain('loaded with other content');
    await bench.bundle(revision({ revision: 4, ...next }));
    await bench.release();
    expect(await courseOf(bench, 'b:1')).toEqual(['2 strengthened', '4 weakened']);
  });
});

it('a statement whose citation alone was withdrawn is not corrected back, staged or loaded', async () => {
  const corrected = async (words: string): Promise<Fields> => {
    const [known] = await bench.rows<{ hash: string }>(
      `select content_hash as hash from record where kind = 'statement' and key = 's:2' order by from_version desc limit 1`,
    );
    const said = saidBesides.first.find((fields) => fields['record_id'] === 's:2');
    return { ...said, statement: words, corrects: known?.hash };
  };
  const open = `select 1 from revision where record_key = 's:2' and to_version = 2147483647`;
  expect(await bench.rows(open)).toHaveLength(2);
  await bench.statements(await corrected('What was said, in other words.'));
  await take(bench, idOf('citation', 's:2'));
  const { warnings } = await bench.release();
  expect(warnings.join()).toContain('statement 1');
  const again = await corrected('What was said, in yet other words.');
  expect(await bench.faults(() => bench.statements(again))).toEqual([
    `statements.ndjson:1:record_id: this citation was withdrawn (${idOf('citation', 's:2')}); load it under a new id, or state it again as it was with --restate REASON`,
  ]);
  expect(await bench.rows(open)).toEqual([]);
});

it('what was staged before its evidence was withdrawn is left out of the release, which says so', async () => {
  const late = '2020-03-09T15:00:00Z';
  await bench.bundle(
    anotherCitation,
    claim({ claim_id: 'cl:9', citation_id: 'c:9' }),
    revision({ revision: 4, observed_at: late, status: 'weakened', source_citation_id: 'c:9' }),
    { type: 'belief', belief_id: 'b:9', person_id: 'p:bo', subject: { ticker: 'ZQRX' } },
    revision({ belief_id: 'b:9', observed_at: late, source_citation_id: 'c:9' }),
  );
  await bench.statements(statement('s:9', { dataset: 'other-letters' }), statement('s:10'));
  await take(bench, idOf('evidence', 'e:1'));
  await take(bench, idOf('source', 'other-letters'));
  const { warnings } = await bench.release();
  expect(warnings.join()).toContain('citation 1, revision 2, claim 1, statement 1');
  expect(await contradictionsIn(bench.store.db)).toEqual([]);
  expect(await bench.rows(`select 1 from belief where belief_id = ?`, [idOf('belief', 'b:9')])).toEqual([]);
});
