// OWASP ASVS 5.0.0, level 1 and 2, row by row: what each asks, and the test, document or reason that answers it.
import { encoding, validation } from './asvs/input.ts';
import { api, files, frontend } from './asvs/web.ts';
import { authentication, authorization, sessions } from './asvs/people.ts';
import { cryptography, oauth, selfContained } from './asvs/tokens.ts';
import { code, logging, webRtcRows } from './asvs/operation.ts';
import { communication, configuration, data } from './asvs/wires.ts';
import type { Answer, Row } from './asvs/row.ts';
import { standard } from './asvs/standard.ts';

const inAnyOrder: readonly Row[] = [
  encoding,
  validation,
  frontend,
  api,
  files,
  authentication,
  sessions,
  authorization,
  selfContained,
  oauth,
  cryptography,
  communication,
  configuration,
  data,
  code,
  logging,
  webRtcRows,
].flat();

/** In the order of the standard. */
export const rows: readonly Row[] = inAnyOrder.toSorted((one, other) =>
  one.id.localeCompare(other.id, 'en', { numeric: true }),
);

export type Count = Readonly<Record<Answer['by'], number>>;

/** How many rows are answered by what, of one level or of both. */
export function countOf(level?: 1 | 2): Count {
  const asked = new Set(standard.filter((one) => level === undefined || one.level === level).map(({ id }) => id));
  const count = { test: 0, document: 0, reason: 0, gap: 0 };
  for (const { id, answer } of rows) if (asked.has(id)) count[answer.by] += 1;
  return count;
}
