// Lists around records that do not fit the contract: each is omitted and reported.
import { InvalidDocument, type SchemaName } from '../../contract/validation/documents-validator.ts';
import { type Answer, checkedAnswer } from '../kept.ts';

/** An omitted record, by the id that callers know. */
export type UnfitRecord = { list: string; id: string; cause: InvalidDocument };

export type OnUnfit = (record: UnfitRecord) => void;

type RecordList<Row> = {
  schema: SchemaName;
  /** The list in the document, as a JSON Pointer. */
  pointer: string;
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** The document with these rows, and the number of omitted ones. */
  build: (rows: readonly Row[], leftOut: number) => Parameters<typeof checkedAnswer>[1];
  onUnfit: OnUnfit;
};

/** The answer with every row that fits. Throws InvalidDocument for a fault outside the rows. */
export async function listedAnswer<Row>({
  schema,
  pointer,
  rows,
  idOf,
  build,
  onUnfit,
}: RecordList<Row>): Promise<Answer> {
  let fitting = rows;
  for (;;) {
    try {
      return await checkedAnswer(schema, build(fitting, rows.length - fitting.length));
    } catch (error) {
      const place = placeOf(error, pointer);
      const unfit = place === null ? undefined : fitting[place];
      if (unfit === undefined) throw error;
      onUnfit({ list: pointer.slice(pointer.lastIndexOf('/') + 1), id: idOf(unfit), cause: error as InvalidDocument });
      fitting = fitting.filter((_, index) => index !== place);
    }
  }
}

/** Index of the one row with all faults, or null. */
function placeOf(error: unknown, pointer: string): number | null {
  if (!(error instanceof InvalidDocument)) return null;
  const places = error.pointers.map((one) =>
    one.startsWith(`${pointer}/`) ? Number(one.slice(pointer.length + 1).split('/')[0]) : Number.NaN,
  );
  const [place = Number.NaN] = places;
  return Number.isInteger(place) && places.every((one) => one === place) ? place : null;
}

/** Runs a check of one record; an unfit record is reported and becomes null. */
export function fittingOr<Record>(
  report: { list: string; id: string; onUnfit: OnUnfit },
  make: () => Record,
): Record | null {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error;
    report.onUnfit({ list: report.list, id: report.id, cause: error });
    return null;
  }
}
