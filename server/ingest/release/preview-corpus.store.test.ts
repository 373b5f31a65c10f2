import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertKey } from '../../store/people/keys.ts';
import { researchTables } from '../../store/published/collection-corpus.ts';
import { loadPreviewCorpus } from './preview-corpus.ts';
import { LoadingBench, statement } from '../testing/loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

async function corpus(text: string): Promise<string> {
  const folder = join(bench.folder, 'corpus');
  await mkdir(join(folder, 'prices'), { recursive: true });
  const said = (id: string, more: object): string =>
    `${JSON.stringify({ type: 'statement', ...statement(id, { ...more }) })}\n`;
  await writeFile(join(folder, 'one.ndjson'), said('s:1', { statement: text }));
  await writeFile(join(folder, 'two.ndjson'), said('s:2', { observed_at: '2020-05-01T10:00:00Z' }));
  await writeFile(join(folder, 'prices', 'ZQRX.csv'), 'Date,Adj Close\n2020-03-03,10\n2020-03-04,11\n');
  const releases = [
    { effective_at: '2020-04-01T00:00:00Z', files: ['one.ndjson', { path: 'prices/ZQRX.csv', provider: 'Test feed' }] },
    { effective_at: '2020-06-01T00:00:00Z', files: ['two.ndjson'] },
  ];
  await writeFile(join(folder, 'manifest.json'), JSON.stringify({ releases }));
  return folder;
}

const heads = (): Promise<object[]> =>
  bench.rows('select collection, version, watermark from head order by collection');

describe('the preview corpus', () => {
  it('is released into preview at the times of its manifest, once', async () => {
    const folder = await corpus('First.');
    expect(await loadPreviewCorpus(bench.store, folder)).toBe(true);
    expect(await heads()).toEqual([
      { collection: 'live', version: 0, watermark: '1970-01-01T00:00:00.000Z' },
      { collection: 'preview', version: 2, watermark: '2020-06-01T00:00:00.000Z' },
    ]);
    expect(await bench.rows('select provider, collection from price_vintage')).toEqual([
      { provider: 'Test feed', collection: 'preview' },
    ]);
    const before = await bench.counts();
    expect(await loadPreviewCorpus(bench.store, folder)).toBe(false);
    expect(await bench.counts()).toEqual(before);
  });

  it('is refused whole with the file, the line and the fix of what is wrong', async () => {
    const folder = await corpus('First.');
    await writeFile(join(folder, 'prices', 'ZQRX.csv'), 'Date,Adj Close\n2020-03-03,10\n2020-03-04,ten\n');
    await expect(loadPreviewCorpus(bench.store, folder)).rejects.toThrow(
      /^1 fault; nothing was loaded\n\S*ZQRX\.csv:3:\S[^\n]*ten[^\n]*; \S[^\n]*$/,
    );
    expect((await heads())[1]).toEqual({ collection: 'preview', version: 0, watermark: '1970-01-01T00:00:00.000Z' });
  });

  it('is refused with the line of its own file where two files of a release contradict each other', async () => {
    const folder = await corpus('First.');
    const lines = ['s:2', 's:1'].map((id) => JSON.stringify({ type: 'statement', ...statement(id, {}) }));
    await writeFile(join(folder, 'more.ndjson'), `${lines.join('\n')}\n`);
    const releases = [{ effective_at: '2020-04-01T00:00:00Z', files: ['one.ndjson', 'more.ndjson'] }];
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ releases }));
    await expect(loadPreviewCorpus(bench.store, folder)).rejects.toThrow(
      /^1 fault; nothing was loaded\n\S*more\.ndjson:2: an earlier line has a statement with the same id/,
    );
  });

  it('is refused where one of its files has no records', async () => {
    const folder = await corpus('First.');
    await writeFile(join(folder, 'none.ndjson'), '\n');
    const releases = [{ effective_at: '2020-04-01T00:00:00Z', files: ['one.ndjson', 'none.ndjson'] }];
    await writeFile(join(folder, 'manifest.json'), JSON.stringify({ releases }));
    await expect(loadPreviewCorpus(bench.store, folder)).rejects.toThrow(/none\.ndjson: the file has no records/);
  });

  it('is rebuilt when it has changed, and leaves live research and keys alone', async () => {
    await bench.statements(statement('s:1'));
    await bench.release('2019-01-01T00:00:00.000Z');
    await loadPreviewCorpus(bench.store, await corpus('First.'));
    const key = {
      keyId: 'key_1',
      collection: 'preview',
      sha256: Buffer.alloc(32),
      hint: 'h',
      name: 'n',
      madeBy: 'operator',
      workspaceId: null,
      now: '2020-01-01T00:00:00.000Z',
    } as const;
    await insertKey(bench.store.db, key);
    expect(await loadPreviewCorpus(bench.store, await corpus('Second.'))).toBe(true);
    expect(await bench.rows("select summary from revision where collection = 'preview' order by observed_at")).toEqual([
      { summary: 'Second.' },
      { summary: 'What was said in s:2.' },
    ]);
    expect(await bench.rows("select summary from revision where collection = 'live'")).toEqual([
      { summary: 'What was said in s:1.' },
    ]);
    expect(await bench.rows('select key_id from api_key')).toEqual([{ key_id: 'key_1' }]);
  });

  it('knows every table that holds research of a collection', async () => {
    const found = await bench.rows<{ table_name: string }>(
      "select table_name from information_schema.columns where column_name = 'collection' and table_schema = 'public' order by 1",
    );
    // Keys and what was charged outlive a corpus; the head only moves on, and the lock stays.
    const kept = ['api_key', 'head', 'staging_lock', 'usage_day', 'usage_entry'];
    expect(found.map((row) => row.table_name).filter((name) => !kept.includes(name))).toEqual(
      [...researchTables].sort(),
    );
  });
});
