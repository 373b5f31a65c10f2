// Records with the faults of public bug reports, made up: links, quotes, joiners, normalisations, broken characters.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BeliefsPage, BriefOverview, Citation } from '../../../generated/api.ts';
import { createAnswers } from '../../answers/answers.ts';
import { importRecords } from '../records/import-records.ts';
import { LoadingBench, statement } from '../testing/loading.ts';
import { loadReported } from '../testing/reported.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

const statements = (name: string) => loadReported(bench, name, 'statements');
const bundle = (name: string) => loadReported(bench, name, 'bundle');

async function refused(load: () => Promise<unknown>): Promise<string[]> {
  const before = await bench.counts();
  const faults = await bench.faults(load);
  expect(await bench.counts()).toEqual(before);
  return faults;
}

async function beliefs(): Promise<BeliefsPage> {
  await bench.release('2014-01-01T00:00:00.000Z');
  const { store } = bench;
  const answers = createAnswers({ store, baseUrl: 'https://r.example', now: () => '2026-01-01T00:00:00.000Z' });
  return JSON.parse((await answers.beliefs('live', {})).bytes.toString()) as BeliefsPage;
}

async function brief(ticker: string): Promise<BriefOverview> {
  const { store } = bench;
  const answers = createAnswers({ store, baseUrl: 'https://r.example', now: () => '2026-01-01T00:00:00.000Z' });
  return JSON.parse((await answers.brief('live', { ticker })).bytes.toString()) as BriefOverview;
}

describe('links that a browser opens and the contract does not carry', () => {
  it('are refused, each with the link to write', async () => {
    expect(await refused(() => statements('url_shown.ndjson'))).toEqual([
      'url_shown.ndjson:2:source_url: "https://l.example/?fields[]=a" has an unescaped [ in the query at position 26, an unescaped ] in the query at position 27; write https://l.example/?fields%5B%5D=a',
      expect.stringContaining('write https://l.example/a%5B1%5D.html'),
      expect.stringContaining('write https://l.example/100%25'),
      expect.stringContaining('write https://l.example/?q=50%25off'),
    ]);
  });

  it('load as they are written there, and every answer has them', async () => {
    const urls = [
      'https://l.example/?fields%5B%5D=a',
      'https://l.example/a%5B1%5D.html',
      'https://l.example/100%25',
      'https://l.example/?q=50%25off',
    ];
    const said = (url: string, at: number) =>
      statement(`s:${at}`, { source_url: url, security: { ticker: `ZU${at}` } });
    await bench.statements(...urls.map(said));
    const page = await beliefs();
    expect(page.data.citations.map(({ source_url: url }) => url).sort()).toEqual([...urls].sort());
    for (const [at, url] of urls.entries()) expect((await brief(`ZU${at}`)).citations[0]?.source_url).toBe(url);
  });
});

describe('a quote', () => {
  it.each([
    ['q_mid.ndjson', '"rders rise 64" begins inside "Orders" and ends inside "640"'],
    ['q_comb.ndjson', '"Resume" ends inside "e\u0301"'],
    ['q_emoji.ndjson', '"\u{1f469}" begins inside'],
    ['q_pref.ndjson', 'the quote does not stand between its prefix and suffix'],
    ['q_nfd.ndjson', 'stands in the captured text in another Unicode normalisation'],
  ])('of %s is refused', async (name, what) => {
    const [fault, ...more] = await refused(() => bundle(name));
    expect(fault).toContain(what);
    expect(more).toEqual([]);
  });

  it('that stands twice is noted', async () => {
    expect((await bundle('q_amb.ndjson')).notes).toEqual([
      '1 quote stands in the captured text more than once: "c:zch" (line 5); a prefix or suffix says which place is meant',
    ]);
  });
});

describe('joiners that are spelling', () => {
  it('are kept in texts and names', async () => {
    expect((await statements('t_zwnj.ndjson')).notes).toEqual([]);
    const page = await beliefs();
    const people = page.data.beliefs.map(({ person }) => person.name).sort();
    expect(people).toEqual(
      [
        '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627 \u0646\u06cc\u06a9\u200c\u067e\u0648\u0631',
        '\u0930\u093e\u0927\u093e \u0915\u094d\u200d\u0937\u092e\u093e',
      ].sort(),
    );
    const words = page.data.citations.map(({ locator }: Citation) =>
      locator.kind === 'text_quote' ? locator.exact : '',
    );
    expect(words.join(' ')).toContain('\u0645\u06cc\u200c\u0631\u0648\u062f');
  });
});

describe('composed and decomposed letters', () => {
  it.each([
    ['t_nfc.ndjson', 't_nfd.ndjson'],
    ['t_nfd.ndjson', 't_nfc.ndjson'],
  ])('of one record, %s and then %s, are named as such', async (first, second) => {
    await statements(first);
    expect(await refused(() => statements(second))).toEqual([
      `${second}:1:corrects: a statement with this id is loaded with the same letters in another Unicode normalisation (composed or decomposed); leave it out, since nothing in it is new, or write the file as the first one was written`,
    ]);
  });
});

describe('a number that JSON rounds', () => {
  it('is refused without a value that is not in the file', async () => {
    expect(await refused(() => statements('t_bigint.ndjson'))).toEqual([
      't_bigint.ndjson:1:record_id: the number has more digits than JSON keeps; write it as text, in quotes',
    ]);
  });

  it('is refused where a number may stand too', async () => {
    const citation = { type: 'citation', citation_id: 'c:1', evidence_id: 'e:1', locator: { kind: 'page', page: 1 } };
    const line = JSON.stringify(citation).replace('"page":1}', '"page":9007199254740993}');
    const file = await bench.file('page.ndjson', `${line}\n`);
    const [fault] = await refused(() => importRecords(bench.loading(), file, 'bundle'));
    expect(fault).toContain('page.ndjson:1:locator.page: ');
  });
});

describe('a name of a selector alone', () => {
  it('loads, as accounts have such names', async () => {
    const report = await bench.statements(statement('s:1', { person: { id: 'p:1', name: '\ufe0f' } }));
    expect(report.records).toMatchObject({ statement: { new: 1 } });
    const [belief] = (await beliefs()).data.beliefs;
    expect(belief?.person.name).toBe('\ufe0f');
  });
});

describe('broken characters', () => {
  it.each([
    ['t_nul.ndjson', '1 character that cannot be seen was removed: 1 in statement'],
    ['t_lone.ndjson', '1 character that cannot be seen was removed: 1 in statement'],
    ['t_lone_name.ndjson', '1 character that cannot be seen was removed: 1 in person.name'],
  ])('of %s are removed and counted', async (name, note) => {
    expect((await statements(name)).notes).toEqual([note]);
  });

  it('that are not UTF-8 are refused with their line', async () => {
    expect(await refused(() => statements('t_cesu.ndjson'))).toEqual([
      't_cesu.ndjson:1: the line is not UTF-8; save the file as UTF-8',
    ]);
  });
});
