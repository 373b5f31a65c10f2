// Rows of the table on OWASP ASVS 5.0.0, level 1 and 2: a requirement in our own words, and its evidence.
import { readFileSync } from 'node:fs';
import { standard } from './asvs-standard.ts';

/** A test file, and the beginning of the test's name. */
type CitedTest = readonly [file: string, name: string];

export type Answer =
  | { readonly by: 'test'; readonly tests: readonly CitedTest[]; readonly but?: string }
  /** A heading of server/docs/security.md, for requirements on documentation. */
  | { readonly by: 'document'; readonly section: string }
  /** Reason why the requirement does not apply here, or the party that is responsible for it. */
  | { readonly by: 'reason'; readonly reason: string }
  /** The unmet part, and the control in its place. */
  | { readonly by: 'gap'; readonly gap: string };

export type Row = { readonly id: string; readonly about: string; readonly answer: Answer };

/** A line of asvs.ndjson: exactly one of `tests`, `section`, `reason` and `gap`; `but` limits what tests show. */
type Line = {
  id: string;
  about: string;
  tests?: CitedTest[];
  but?: string;
  section?: string;
  reason?: string;
  gap?: string;
};

const members = ['id', 'about', 'tests', 'but', 'section', 'reason', 'gap'];

export function rowOf(text: string): Row {
  const line = JSON.parse(text) as Line;
  const { id, about, tests, but, section, reason, gap } = line;
  const unknown = Object.keys(line).filter((name) => !members.includes(name));
  if (unknown.length > 0) throw new Error(`${id} has ${unknown.join(', ')}: a row knows ${members.join(', ')}`);
  const answers: Answer[] = [
    ...(tests === undefined ? [] : [{ by: 'test' as const, tests, ...(but !== undefined && { but }) }]),
    ...(section === undefined ? [] : [{ by: 'document' as const, section }]),
    ...(reason === undefined ? [] : [{ by: 'reason' as const, reason }]),
    ...(gap === undefined ? [] : [{ by: 'gap' as const, gap }]),
  ];
  const [answer] = answers;
  if (answer === undefined || answers.length > 1 || (but !== undefined && tests === undefined))
    throw new Error(`${id} needs one of tests, section, reason and gap; but goes with tests`);
  return { id, about, answer };
}

/** In the order of the standard. */
export const rows: readonly Row[] = readFileSync(new URL('asvs.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(rowOf);

export type Count = Readonly<Record<Answer['by'], number>>;

/** Number of rows by kind of evidence, for one level or for both. */
export function countOf(level?: 1 | 2): Count {
  const asked = new Set(standard.filter((one) => level === undefined || one.level === level).map(({ id }) => id));
  const count = { test: 0, document: 0, reason: 0, gap: 0 };
  for (const { id, answer } of rows) if (asked.has(id)) count[answer.by] += 1;
  return count;
}
