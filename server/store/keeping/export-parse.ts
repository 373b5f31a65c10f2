// Lines of an export without rows, parsed by their role: the header, the name of a table, the last line.
import {
  exportFormat,
  exportFormatVersion,
  ExportRefusal,
  type ExportHeader,
  type ExportSection,
  type ExportTrailer,
} from './export-format.ts';

export function exportHeaderOf(line: number, text: string): ExportHeader {
  const told = objectOf(text);
  if (told?.['format'] !== exportFormat)
    throw new ExportRefusal(line, 'it is no export of a store', 'name a file that the command export has written');
  const version = told['format_version'];
  if (version !== exportFormatVersion)
    throw new ExportRefusal(
      line,
      `it was written in format ${String(version)} by a newer version of this service; this one reads format ${exportFormatVersion}`,
      'restore it with that version or a later one',
    );
  const { contract_version, engine, taken_at, migrations, left_out, rows } = told;
  const isWhole =
    typeof contract_version === 'string' &&
    (engine === 'embedded' || engine === 'postgresql') &&
    typeof taken_at === 'string' &&
    isTexts(migrations) &&
    isRecord(left_out, (value) => typeof value === 'string') &&
    isRecord(rows, isCount);
  if (!isWhole) throw new ExportRefusal(line, 'the header is not whole');
  return told as ExportHeader;
}

export function sectionOrTrailerOf(line: number, text: string): ExportSection | ExportTrailer {
  const told = objectOf(text);
  if (typeof told?.['table'] === 'string' && isTexts(told['columns'])) return told as ExportSection;
  if (told?.['end'] === true && isRecord(told['rows'], isCount) && typeof told['sha256'] === 'string')
    return told as ExportTrailer;
  throw new ExportRefusal(line, 'it is neither a row, nor the name of a table, nor the last line');
}

function objectOf(text: string): { [name: string]: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry: unknown) => typeof entry === 'string');

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

const isRecord = (value: unknown, isValue: (entry: unknown) => boolean): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isValue);
