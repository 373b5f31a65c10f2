// Names that a file has made up, in messages: short, few, and without characters that move a terminal's cursor.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Faults, RefusedInput, faultLine } from '../files/faults.ts';
import { RecordParser, type Form } from '../records/parse-record.ts';
import { recogniseLayout } from '../layouts/price-layout.ts';
import { readCsv } from '../files/read-csv.ts';
import { statement } from '../testing/loading.ts';

const CLEAR = '\u001B[2J\u009B2J\u202E';
const NAMED = '?[2J?2J?';

function parsed(form: Form, ...records: object[]): { faults: string[]; notes: string[] } {
  const faults = new Faults('x');
  const parser = new RecordParser(form, faults, '2026-01-01T00:00:00.000Z');
  records.forEach((record, at) => parser.parse({ line: at + 1, text: JSON.stringify(record) }));
  return { faults: told(() => faults.throwIfAny()), notes: parser.notes() };
}

function told(refuse: () => void): string[] {
  try {
    refuse();
    return [];
  } catch (error) {
    if (!(error instanceof RefusedInput)) throw error;
    return error.faults.map(faultLine);
  }
}

describe('the name of a field that a file has made up', () => {
  it('is told without control characters, and cut', () => {
    const person = { type: 'person', person_id: 'p:ada', name: 'Ada Quill', handle: null };
    const { faults } = parsed('bundle', { ...person, [`${CLEAR}x`]: 1 }, { ...person, ['y'.repeat(1_000)]: 1 });
    const fix = 'is no field of this record; remove it, or correct its name';
    expect(faults).toEqual([`x:1:${NAMED}x: ${fix}`, `x:2:${'y'.repeat(125)}...: ${fix}`]);
  });

  it('is told of a column as of a field', () => {
    const layout = recogniseLayout(['\u009B\u202EDate', 'Adj Close'], null);
    expect(layout).toMatchObject({ mapping: ['??Date -> session', 'Adj Close -> adjusted close'] });
    const faults = new Faults('x');
    faults.add({ line: 2, field: `${CLEAR}Date` }, 'wrong', 'mend it');
    expect(told(() => faults.throwIfAny())).toEqual([`x:2:${NAMED}Date: wrong; mend it`]);
  });

  it('is told of fifty fields that are not read, and the others are counted', () => {
    const unknown = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${CLEAR}f${at}`, 1]));
    const { faults, notes } = parsed('statements', statement('s:1', unknown), statement('s:2', unknown));
    expect(faults).toEqual([]);
    expect(notes).toHaveLength(51);
    expect(notes).toContain(`${NAMED}f0 is not read (in 2 of them)`);
    expect(notes.at(-1)).toMatch(/^other fields are not read \(\d+ times\)$/);
  });
});

describe('a table that is not UTF-8', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'utf8-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function faultsOf(...parts: (string | Buffer)[]): Promise<string[]> {
    const file = join(folder, 'x');
    await writeFile(file, Buffer.concat(parts.map((part) => Buffer.from(part))));
    try {
      for await (const _row of readCsv(file, new Faults(file)));
      return [];
    } catch (error) {
      if (!(error instanceof RefusedInput)) throw error;
      return error.faults.map((fault) => faultLine(fault).replace(`${folder}/`, ''));
    }
  }
  const refusal = ['x: the file is not UTF-8; save it as UTF-8'];
  const rows = 'ABC,Société\n'.repeat(40_000);

  it('is refused wherever that is, and one that is goes through, wherever its parts meet', async () => {
    expect(await faultsOf('ticker,name\nABC,Soci', Buffer.from([0xe9]), 't\n')).toEqual(refusal);
    expect(await faultsOf('ticker,name\n', rows, 'ABC,Soci', Buffer.from([0xe9]), 't\n')).toEqual(refusal);
    expect(await faultsOf('ticker,name\nABC,Soci', Buffer.from([0xc3]))).toEqual(refusal);
    expect(await faultsOf(Buffer.from('\uFEFFticker,name\nABC,x\n', 'utf16le'))).toEqual(refusal);
    for (const before of ['', 'a', 'aa', 'aaa']) expect(await faultsOf(before, 'ticker,name\n', rows)).toEqual([]);
    expect(await faultsOf('\uFEFFticker,name\nABC,\uFFFD\n')).toEqual([]);
  });
});
