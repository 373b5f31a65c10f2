// Comparison of every answer about every ticker at one cutoff with the raw files, field by field.
import { brief, read } from '../../stage/running-service.ts';
import type { Answer } from '../../stage/running-service.ts';
import { detailFields, detailUrls, fullFields, walkFields } from './answered-full.ts';
import { briefFields, explainedFields } from './answered.ts';
import { explain, walk } from './ask.ts';
import type { Service } from './ask.ts';
import { compare, under } from './compare.ts';
import type { Row, Value } from './compare.ts';
import { chartRows, sentenceRows } from './document-checks.ts';
import { detailOf, FULL_RESULTS, fullOf, walkOf } from './expected-full.ts';
import { briefOf, explainedOf } from './expected.ts';
import { isCovered, isKnown, subjectOf } from './own/own-subject.ts';
import type { Moment, Subject } from './own/own-subject.ts';
import { measureOverview } from './sizes.ts';
import type { Sizes } from './sizes.ts';

type At = { ticker: string; asOf: string };
type FieldMap = Map<string, Value>;
/** `form` names the answer before the names of its fields; `fields` is not called for a refusal. */
type AnswerFields = { form: string; answer: Answer; fields: () => FieldMap };

/** A refusal is compared by its status alone, an answer by its fields too. */
export function answered(at: At, { form, answer, fields }: AnswerFields, expected: FieldMap | null): Row[] {
  const due = expected === null ? 404 : 200;
  const status = compare(at, new Map([[`${form}.status`, answer.status]]), new Map([[`${form}.status`, due]]));
  if (expected === null || answer.status !== 200) return status;
  return [...status, ...compare(at, new Map(under(form, fields())), new Map(under(form, expected)))];
}

/** Service under comparison, counts, and the printer of its rows. */
export type Run = { service: Service; sizes: Sizes; print: (rows: readonly Row[]) => void };

async function briefRows({ service, sizes }: Run, subject: Subject, moment: Moment): Promise<Row[]> {
  const { base, key } = service;
  const { ticker } = subject;
  const at = { ticker, asOf: moment.cutoff };
  const [overviewDue, fullDue] = isKnown(subject) ? [briefOf(subject, moment), fullOf(subject, moment)] : [null, null];
  const overview = await brief(base, key, { ticker, as_of: moment.cutoff });
  if (overview.status === 200) measureOverview(overview.body, sizes);
  const asked = { ticker, as_of: moment.cutoff, detail: 'full', max_results: String(FULL_RESULTS) };
  const full = await brief(base, key, asked);
  return [
    ...answered(at, { form: 'overview', answer: overview, fields: () => briefFields(overview.body) }, overviewDue),
    ...answered(at, { form: 'full', answer: full, fields: () => fullFields(full.body) }, fullDue),
    ...sentenceRows(at, 'overview', overview),
    ...sentenceRows(at, 'full', full),
    ...chartRows(at, 'overview', overview, subject.world),
  ];
}

/** The walk to the last page, and each belief in full at the address that its page names: lists carry no outcomes. */
async function walkRows(service: Service, subject: Subject, moment: Moment): Promise<Row[]> {
  const { ticker, own } = subject;
  const at = { ticker, asOf: moment.cutoff };
  const pages = await walk(service, { ticker, as_of: moment.cutoff });
  const due = new Set(own.map(({ id }) => id));
  const answer = pages.find(({ status }) => status !== 200) ?? pages[0];
  if (answer === undefined) return [];
  const expected = isCovered(subject) ? walkOf(subject, moment) : null;
  const fields = (): FieldMap => walkFields(pages, due, moment.cutoff);
  const rows = answered(at, { form: 'walk', answer, fields }, expected);
  rows.push(...pages.flatMap((page) => sentenceRows(at, 'walk', page)));
  const urls = detailUrls(pages);
  for (const belief of own) {
    const url = urls.get(belief.id);
    // One that no page names is already unequal: the walk counts it as missing.
    if (url === undefined) continue;
    const detail = await read(service.key, url);
    const form = `belief[${belief.id.slice(0, 12)}]`;
    const detailed = { form, answer: detail, fields: () => detailFields(detail.body) };
    rows.push(...answered(at, detailed, detailOf(belief, subject, moment)), ...sentenceRows(at, form, detail));
  }
  return rows;
}

/** All tickers at one cutoff, printed one by one: the rows of a whole cutoff are many. */
export async function cutoffRows(run: Run, tickers: readonly string[], moment: Moment): Promise<void> {
  const { service, print } = run;
  const subjects = tickers.map((ticker) => subjectOf(ticker, moment));
  const covered = subjects.filter(isCovered).map(({ ticker }) => ticker);
  const explained = await explain(service.admin, covered, moment.cutoff);
  for (const subject of subjects) {
    print(await briefRows(run, subject, moment));
    if (isCovered(subject)) {
      const ours = explainedFields(explained.get(subject.ticker));
      print(compare({ ticker: subject.ticker, asOf: moment.cutoff }, ours, explainedOf(subject)));
    }
    print(await walkRows(service, subject, moment));
  }
}
