// The command that loads statements from tables and JSON, and writes an example of a table.
import { shown } from '../../ingest/files/faults.ts';
import { fieldNames, isTableField, type TableField } from '../../ingest/tables/columns.ts';
import { importStatements, type StatementsReport } from '../../ingest/tables/import-statements.ts';
import { readRatings } from '../../ingest/tables/rating-file.ts';
import { isMeaning, meanings, ratingKey, type RatingSense } from '../../ingest/tables/ratings.ts';
import type { TableOptions } from '../../ingest/tables/table-options.ts';
import { writeTemplate } from '../../ingest/tables/template.ts';
import { isTimeZone } from '../../ingest/tables/time-zones.ts';
import { UsageError, type Arguments, type Command, type CommandContext, type CommandResult } from '../command.ts';
import { eachFile, recordLines, restateOption } from './each-file.ts';

export const statementsCommand: Command = {
  name: 'import-statements',
  about:
    'Loads dated, attributed, cited statements: a table (XLSX, CSV, TSV) with a row for each, NDJSON, or a JSON array. Columns are found by name, and the mapping is printed. What a table leaves open is refused, with the option that says it. Files may be gzipped. One bad row refuses its file and keeps nothing of it. Nothing is published before a release.',
  usage: 'FILE…',
  positionals: { name: 'FILE', min: 1, max: Number.POSITIVE_INFINITY, areFiles: true },
  options: {
    map: "what a word of the authors means, as rating=WORD:MEANING with bullish, bearish, mixed, unclear or dropped; or rating=FILE, a CSV with the columns word and meaning; may be given several times. The word '(empty)' is an empty cell",
    column: 'a column by its header, as FIELD=HEADER; may be given several times',
    set: 'one value for all rows without their own, as FIELD=VALUE, such as dataset=broker-ratings; may be given several times',
    'time-zone': 'the zone of times that have none, such as America/New_York or UTC',
    'date-order': 'day-first or month-first: how to read 03/04/2026 (default: what the column itself decides)',
    decimal: 'point or comma: how to read 1,234 (default: what the column itself decides)',
    sheet: 'the sheet of a workbook (default: the only visible one with the columns of statements)',
    'hidden-rows': 'load or skip: what to do with hidden rows (default: they are refused)',
    ...restateOption,
  },
  repeated: ['map', 'column', 'set'],
  flags: ['dry-run', 'strict', 'template', 'force', 'preview'],
  fileIn: (option, value) =>
    option === 'map' && mappedWord(value) === null ? (/^rating=(.+)$/s.exec(value)?.[1] ?? null) : null,
  examples: [
    'import-statements --template statements.xlsx',
    'import-statements calls.xlsx --set dataset=broker-ratings --map rating=Outperform:bullish --map rating=Hold:mixed --dry-run',
    'import-statements calls.csv --map rating=ratings.csv --time-zone America/New_York --date-order day-first',
    'import-statements research/statements.ndjson.gz',
  ],
  run,
};

async function run(context: CommandContext, args: Arguments): Promise<CommandResult> {
  if (args.template) return written(args);
  const options = await optionsOf(args);
  return eachFile(context, args, {
    kind: 'statements',
    load: (loading, file) => importStatements(loading, file, options),
    lines: statementLines,
  });
}

async function written({ positionals, force }: Arguments): Promise<CommandResult> {
  for (const file of positionals) await writeTemplate(file, force);
  const lines = positionals.map((file) => `${file}: written; replace its rows with your own`);
  return { exit: 0, report: { templates: positionals }, lines };
}

async function optionsOf({ lists, values }: Arguments): Promise<TableOptions> {
  const { sheet } = values;
  return {
    columns: fieldPairs('column', lists['column'] ?? []),
    values: fieldPairs('set', lists['set'] ?? []),
    ratings: await ratingsOf(lists['map'] ?? []),
    ...(sheet !== undefined && { sheet }),
    ...timeZoneOf(values['time-zone']),
    ...oneOf('date-order', values['date-order'], ['day-first', 'month-first'] as const, 'dateOrder'),
    ...oneOf('decimal', values['decimal'], ['point', 'comma'] as const, 'decimal'),
    ...oneOf('hidden-rows', values['hidden-rows'], ['load', 'skip'] as const, 'hiddenRows'),
  };
}

function oneOf<Value extends string, Name extends string>(
  option: string,
  value: string | undefined,
  allowed: readonly Value[],
  name: Name,
): { [Key in Name]?: Value } {
  if (value === undefined) return {};
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new UsageError(`--${option} ${value} is not known: write ${allowed.join(' or ')}`);
  return { [name]: found } as { [Key in Name]?: Value };
}

function timeZoneOf(value: string | undefined): { timeZone?: string } {
  if (value === undefined) return {};
  if (isTimeZone(value)) return { timeZone: value };
  throw new UsageError(`--time-zone ${value} is not the name of a time zone: write it as America/New_York, or UTC`);
}

function fieldPairs(option: string, pairs: readonly string[]): Map<TableField, string> {
  return new Map(
    pairs.map((pair) => {
      const [field = '', ...rest] = pair.split('=');
      const value = rest.join('=').trim();
      if (value === '') throw new UsageError(`--${option} ${pair} has no value: write it as ${field || 'ticker'}=…`);
      if (isTableField(field)) return [field, value] as const;
      throw new UsageError(
        `--${option} ${pair}: ${shown(field)} is not a field; the fields are ${fieldNames.join(', ')}`,
      );
    }),
  );
}

/** The last colon parts a word from its meaning: words may hold colons. */
function mappedWord(value: string): { word: string; meaning: RatingSense } | null {
  const found = /^rating=(.+):([a-z]+)$/s.exec(value);
  const [, word = '', meaning = ''] = found ?? [];
  return isMeaning(meaning) ? { word, meaning } : null;
}

async function ratingsOf(mappings: readonly string[]): Promise<Map<string, RatingSense>> {
  const ratings = new Map<string, RatingSense>();
  const add = ({ word, meaning }: { word: string; meaning: RatingSense }): void => {
    const before = ratings.get(ratingKey(word));
    if (before !== undefined && before !== meaning)
      throw new UsageError(`--map gives ${shown(word)} two meanings: ${before} and ${meaning}`);
    ratings.set(ratingKey(word), meaning);
  };
  for (const mapping of mappings) {
    const one = mappedWord(mapping);
    const file = /^rating=(.+)$/s.exec(mapping)?.[1];
    if (one !== null) add(one);
    else if (file === undefined || /:[a-z]*$/i.test(file))
      throw new UsageError(
        `--map ${mapping} is not understood: write rating=WORD:MEANING with one of ${meanings.join(', ')}, or rating=FILE`,
      );
    else for (const each of await readRatings(file)) add(each);
  }
  return ratings;
}

function statementLines(report: StatementsReport): string[] {
  const [file = '', ...rest] = recordLines(report);
  if (report.table === undefined) return [file, ...rest];
  const { sheet, columns, header_row: row } = report.table;
  const place = sheet === null ? `row ${row}` : `sheet ${shown(sheet)}, row ${row}`;
  const mapping = Object.entries(columns).map(([field, label]) => `${field} = ${label}`);
  return [file, `  columns (${place}): ${mapping.join('; ')}`, ...rest];
}
