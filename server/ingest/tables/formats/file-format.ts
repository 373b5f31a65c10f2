// The format of a file of statements, by its first bytes; its name decides only between texts that look alike.
import { refused, type RefusedInput } from '../../files/faults.ts';
import { readBytes } from '../../files/read-bytes.ts';
import { namedFields } from '../columns.ts';
import { linesAboveHeaderMax } from './text-table.ts';

export type FileFormat = 'workbook' | 'text-table' | 'json-array' | 'json-lines';

const headBytes = 64 * 1024;
const jsonName = /\.(ndjson|jsonl|json)(\.gz)?$/i;
const tableName = /\.(csv|tsv|tab|txt)(\.gz)?$/i;

export async function formatOf(file: string): Promise<FileFormat> {
  const head = await headOf(file);
  if (head.length === 0) return tableName.test(file) ? 'text-table' : 'json-lines';
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) return 'workbook';
  const other = unread.find(({ bytes }) => startsWith(head, bytes));
  if (other !== undefined) throw refused(file, {}, other.what, other.fix);
  const text = head
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (/^\{\s*["}]/.test(text)) return 'json-lines';
  if (/^\[\s*[{\]]/.test(text)) return 'json-array';
  if (/^<(!doctype|html|\?xml|table|style|meta)/i.test(text)) throw webPage(file);
  if (tableName.test(file)) return 'text-table';
  return looksLikeTable(text, jsonName.test(file)) ? 'text-table' : 'json-lines';
}

const unread: readonly { bytes: readonly number[]; what: string; fix: string }[] = [
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    what: 'it is a workbook of an old format (.xls), or one with a password',
    fix: 'save it as .xlsx without a password, or as CSV',
  },
  { bytes: [0x25, 0x50, 0x44, 0x46], what: 'it is a PDF', fix: 'load the table that it was made from' },
  { bytes: [0xff, 0xfe], what: 'the text is in UTF-16 ("Unicode Text")', fix: 'save it as "CSV UTF-8"' },
  { bytes: [0xfe, 0xff], what: 'the text is in UTF-16 ("Unicode Text")', fix: 'save it as "CSV UTF-8"' },
  { bytes: [0x50, 0x4b, 0x05, 0x06], what: 'it is an empty archive', fix: 'save the table as .xlsx or as CSV' },
];

function webPage(file: string): RefusedInput {
  const what = 'it is a web page or XML, whatever its name says';
  return refused(file, {}, what, 'open it in a spreadsheet program and save it as .xlsx or as CSV');
}

/** A file that calls itself JSON is a table only if it has a header that is known. */
function looksLikeTable(text: string, isNamedJson: boolean): boolean {
  const lines = text.split(/[\r\n]+/).slice(0, linesAboveHeaderMax);
  const cells = lines.map((line) => line.split(/[,;\t]/));
  if (cells.some((names) => namedFields(names).size >= 3)) return true;
  return !isNamedJson && (cells[0]?.length ?? 0) >= 3 && !/^[[{"]/.test(text);
}

function startsWith(head: Buffer, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

async function headOf(file: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readBytes(file)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= headBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, headBytes);
}
