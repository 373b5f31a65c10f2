// An example of a table of statements: every column that a desk may need, with rows of fictional people about fictional listings.
import { writeFile } from 'node:fs/promises';
import { refused } from '../files/faults.ts';

const header = [
  'Date',
  'Time',
  'Person',
  'Firm',
  'Handle',
  'Ticker',
  'Direction',
  'Rating',
  'Statement',
  'Source link',
  'Source title',
  'Target',
  'Currency',
  'Horizon',
  'Dataset',
];

const rows = [
  [
    '2026-09-10',
    '',
    'Ines Valdermark',
    'Skerry Coastal Fund',
    '',
    'NWTB',
    'bullish',
    '',
    'The order book stands at 640 million.',
    'https://skerry.example/letters/2026-q3',
    'Letter of the third quarter of 2026',
    '',
    '',
    '12 months',
    'example-letters',
  ],
  [
    '2026-09-11',
    '14:05Z',
    'Tobias Renquist',
    '',
    'renquist_notes',
    'KLPF',
    'mixed',
    'Hold',
    'One good business and two poor ones.',
    'https://notes.example/renquist/klpf',
    'Note on KLPF',
    '23.50',
    'USD',
    '',
    'example-letters',
  ],
];

export async function writeTemplate(file: string, mayReplace: boolean): Promise<void> {
  const content = /\.xlsx$/i.test(file) ? await workbook() : /\.csv$/i.test(file) ? csv() : null;
  if (content === null)
    throw refused(file, {}, 'its name ends neither in .csv nor in .xlsx', 'name it statements.csv or statements.xlsx');
  try {
    await writeFile(file, content, { flag: mayReplace ? 'w' : 'wx' });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'EEXIST') throw refused(file, {}, 'there is a file of this name', 'name another one, or add --force');
    throw refused(file, {}, `it cannot be written (${code})`, 'check its folder');
  }
}

function csv(): string {
  const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  // Spreadsheet programs take the mark at its beginning as UTF-8.
  return `\uFEFF${[header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

async function workbook(): Promise<Buffer> {
  // Loaded where it is needed: no server that loads no workbook pays for it.
  const xlsx = await import('@e965/xlsx');
  const sheet = xlsx.utils.aoa_to_sheet([header, ...rows]);
  sheet['!cols'] = header.map((name) => ({ wch: Math.max(12, name.length + 2) }));
  const book = xlsx.utils.book_new();
  xlsx.utils.book_append_sheet(book, sheet, 'Statements');
  return xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}
