// A file that changes between the pass that checks it and the one that stages it: nothing is staged that was not checked.
import { appendFileSync, truncateSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Progress } from '../admin/command.ts';
import { commands } from '../admin/commands.ts';
import { runCommand } from '../admin/run-command.ts';
import { importRecords } from './import-records.ts';
import { importSecurities } from './import-securities.ts';
import { cast, citation, claim, evidence } from './test-bundle.ts';
import { LoadingBench, statement } from './test-loading.ts';

let bench: LoadingBench;
beforeEach(async () => {
  bench = await LoadingBench.open();
});
afterEach(() => bench.close());

/** Changes the file once, while the second pass has begun to read it. */
function changing(change: () => void): { onProgress: Progress } {
  let isChanged = false;
  return {
    onProgress: (_file, phase) => {
      if (phase === 'check' || isChanged) return;
      isChanged = true;
      change();
    },
  };
}

/** So much that the beginning of a file is read before its end is. */
const empty = '\n'.repeat(1_000_000);
const line = (record: object): string => `${JSON.stringify(record)}\n`;
const staged = (): Promise<{ key: string }[]> => bench.rows('select key from staged order by key');
const said = (file: string): string[] => [`${file}: the file changed while it was read; run it again`];

describe('a file that changes while it is loaded', () => {
  it.each([
    ['a record that cites nothing', line(claim({ claim_id: 'cl:9', citation_id: 'c:404' }))],
    ['a line that is no record', '{\n'],
  ])('is refused when %s was added to it', async (_what, added) => {
    const file = await bench.file('b.ndjson', `${empty}${[...cast, evidence(), citation()].map(line).join('')}`);
    const loading = { ...bench.loading(), ...changing(() => appendFileSync(file, added)) };
    expect(await bench.faults(() => importRecords(loading, file, 'bundle'))).toEqual(said('b.ndjson'));
    expect((await staged()).filter(({ key }) => key.startsWith('cl:'))).toEqual([]);
  });

  it('is refused when its end was taken away', async () => {
    const file = await bench.lines('b.ndjson', [...cast, evidence(), citation()]);
    appendFileSync(file, `${empty}${line(citation({ citation_id: 'c:2' }))}`);
    const loading = { ...bench.loading(), ...changing(() => truncateSync(file, 700_000)) };
    expect(await bench.faults(() => importRecords(loading, file, 'bundle'))).toEqual(said('b.ndjson'));
    expect(await staged()).toEqual([]);
  });

  it('says that its beginning is staged, and loads as a whole when it is loaded again', async () => {
    const file = await bench.lines(
      's.ndjson',
      Array.from({ length: 2_500 }, (_, at) => statement(`s:${at}`)),
    );
    const command = commands.find(({ name }) => name === 'import-statements');
    if (command === undefined) throw new Error('no such command');
    const run = (onProgress: Progress) =>
      runCommand(command, [file, '--json'], {
        store: bench.store,
        now: () => '2020-01-01T00:00:00.000Z',
        randomBytes: (size) => Buffer.alloc(size),
        baseUrl: 'https://research.test',
        onProgress,
      });
    const refused = await run(changing(() => appendFileSync(file, line(statement('s:new')))).onProgress);
    expect(refused.exit).toBe(1);
    expect(JSON.parse(refused.stdout)).toMatchObject({ files: [{ refused: true, partly_staged: true }] });
    expect(refused.stderr).toContain('refused: the beginning of this file is staged, as it was checked');
    expect(refused.stderr).not.toContain('nothing of this file was kept');
    expect(await staged()).toHaveLength(2_000);
    const whole = await run(() => undefined);
    expect(JSON.parse(whole.stdout)).toMatchObject({ files: [{ records: { statement: { new: 501, same: 2_000 } } }] });
  });

  it('is refused as a table too', async () => {
    const master = await bench.file('master.csv', `ticker,name\n${empty}ZQRX,Zeta Quarry\n`);
    const table = { ...bench.loading(), ...changing(() => appendFileSync(master, 'ZQRX,Another\n')) };
    expect(await bench.faults(() => importSecurities(table, master))).toEqual(said('master.csv'));
    expect(await bench.rows('select 1 from staged')).toEqual([]);
  });
});
