// Loading of tables with a mistake each: the meanings of their words, and the collection that they come from.
import type { LoadingBench } from '../../testing/loading.ts';
import { importStatements, type StatementsReport } from '../import-statements.ts';
import { ratingKey, type RatingSense } from '../ratings.ts';
import type { TableOptions } from '../table-options.ts';
import { workbook, type BookOptions, type Value } from './workbooks.ts';

const words: [string, RatingSense][] = [
  ['Buy', 'bullish'],
  ['Sell', 'bearish'],
];

export type TableFile = { content: string | Buffer; more?: Partial<TableOptions> };

export async function loadTable(
  bench: LoadingBench,
  name: string,
  { content, more }: TableFile,
): Promise<StatementsReport> {
  const options: TableOptions = {
    columns: new Map(),
    values: new Map([['dataset', 'desk-calls']]),
    ratings: new Map(words.map(([word, meaning]) => [ratingKey(word), meaning])),
    ...more,
  };
  return importStatements({ ...bench.loading(), dryRun: true }, await bench.file(name, content), options);
}

export const book = (rows: readonly (readonly Value[])[], more: BookOptions = {}): Buffer =>
  workbook({ Calls: rows }, more);

/** 2 March 2026, as spreadsheets count days. */
export const march2 = 46083;
