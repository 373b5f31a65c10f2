// The columns of a table of statements: the field of each, and the headers that it goes by, letters only.
import { columnName } from '../files/read-csv.ts';

export const tableFields = {
  record_id: ['recordid', 'statementid'],
  dataset: ['dataset'],
  date: [
    'date datetime timestamp day when published publishedat publishedon publicationdate posted postedat postedon',
    'observedat observedon statementdate calldate ratingdate notedate dateutc datetimeutc timestamputc',
  ],
  observed_at_precision: ['observedatprecision'],
  time: ['time timeofday timeutc'],
  transaction_date: ['transactiondate tradedate tradedon'],
  person_id: ['personid authorid analystid'],
  person: ['person personname author analyst analystname speaker writer who manager columnist'],
  author_name: ['authorname'],
  handle: ['handle personhandle username screenname twitterhandle'],
  firm: ['firm broker brokerage house institution employer fund bank organisation organization researchfirm'],
  ticker: ['ticker symbol tickersymbol securityticker stocksymbol'],
  security_name: ['company companyname security securityname issuer issuername stockname'],
  direction: ['direction'],
  direction_basis: ['directionbasis'],
  rating: ['rating recommendation stance opinion view call sentiment grade newrating currentrating'],
  coverage: ['coverage'],
  statement: ['statement quote quotation text post tweet excerpt message body'],
  statement_kind: ['statementkind'],
  truncated_by_source: ['truncatedbysource'],
  source_url: ['sourceurl sourcelink link url permalink href weblink'],
  source_url_kind: ['sourceurlkind'],
  source_title: ['sourcetitle title headline document documenttitle report publication'],
  target: ['target pricetarget pt targetprice priceobjective newtarget newpricetarget'],
  target_low: ['targetlow lowtarget'],
  target_high: ['targethigh hightarget'],
  currency: ['currency targetcurrency ccy'],
  target_horizon: ['targethorizon'],
  price_when_stated: ['pricewhenstated'],
  horizon: ['horizon timehorizon timeframe investmenthorizon'],
  horizon_until: ['horizonuntil horizondate horizonend'],
  action: ['intentaction'],
  basis: ['intentbasis'],
  time_context: ['intenttimecontext'],
  instrument: ['intentinstrument'],
  corrects: ['corrects'],
} as const satisfies { readonly [field: string]: readonly string[] };

export type TableField = keyof typeof tableFields;

export const isTableField = (name: string): name is TableField => Object.hasOwn(tableFields, name);

export const fieldNames = Object.keys(tableFields) as readonly TableField[];

const fieldOfHeader: ReadonlyMap<string, TableField> = new Map(
  fieldNames.flatMap((field) =>
    tableFields[field].flatMap((names) => names.split(' ')).map((name) => [name, field] as const),
  ),
);

/** "Target (USD)" is a target with its currency, "Time (UTC)" a time with its zone. */
const remark = /\(([A-Z]{3})\)\s*$/;

export const remarkOf = (header: string): string | null => remark.exec(header)?.[1] ?? null;

export function fieldOf(header: string): TableField | undefined {
  return fieldOfHeader.get(columnName(header)) ?? fieldOfHeader.get(columnName(header.replace(remark, '')));
}

/** The fields that some cells name, each with the first of its columns. */
export function namedFields(cells: readonly string[]): Map<TableField, number> {
  const found = new Map<TableField, number>();
  for (const [column, header] of cells.entries()) {
    const field = fieldOf(header);
    if (field !== undefined && !found.has(field)) found.set(field, column);
  }
  return found;
}
