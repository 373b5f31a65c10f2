// Lists around records that do not fit the contract: each is left out and reported, and costs no other record its answer.
import { InvalidDocument, type SchemaName } from '../../contract/validation/documents-validator.ts';
import { type Answer, checkedAnswer } from '../kept.ts';

/** A record of the store that a list left out, by the id that its reader would know it by. */
export type UnfitRecord = { list: string; id: string; cause: InvalidDocument };

export type OnUnfit = (record: UnfitRecord) => void;

type Listed<Row> = {
  schema: SchemaName;
  /** The list in the document, as a JSON Pointer. */
  pointer: string;
  rows: readonly Row[];
  idOf: (row: Row) => string;
  /** The document with these rows, of which so many were left out. */
  build: (rows: readonly Row[], leftOut: number) => Parameters<typeof checkedAnswer>[1];
  onUnfit: OnUnfit;
};

/** The answer with every row that fits. Throws InvalidDocument for a fault that is not in a row. */
export async function listedAnswer<Row>({ schema, pointer, rows, idOf, build, onUnfit }: Listed<Row>): Promise<Answer> {
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

/** The place of the one row that all faults are in; null if there is none. */
function placeOf(error: unknown, pointer: string): number | null {
  if (!(error instanceof InvalidDocument)) return null;
  const places = error.pointers.map((one) =>
    one.startsWith(`${pointer}/`) ? Number(one.slice(pointer.length + 1).split('/')[0]) : Number.NaN,
  );
  const [place = Number.NaN] = places;
  return Number.isInteger(place) && places.every((one) => one === place) ? place : null;
}

/** Runs a check of one record; an unfit one is reported and gives null. */
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
