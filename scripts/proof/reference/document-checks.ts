// Properties of every answer regardless of its subject: no sentence twice, and a chart without a gap.
import type { Answer } from '../../stage/running-service.ts';
import { list, object } from './answered.ts';
import { compare } from './compare.ts';
import type { Row, Value } from './compare.ts';
import type { World } from './own/own-marks.ts';
import { repeatedSentences } from './sentences.ts';

type At = { ticker: string; asOf: string };

export function sentenceRows(at: At, form: string, { status, body }: Answer): Row[] {
  if (status !== 200) return [];
  const field = `${form}.sentences that stand twice`;
  return compare(at, new Map([[field, repeatedSentences(body).join(' | ')]]), new Map([[field, '']]));
}

/** The gaps are measured in common sessions; the regular step is that of 56 positions over the window. */
export function chartRows(at: At, form: string, { body }: Answer, { security, benchmark }: World): Row[] {
  const chart = object(body)['chart'];
  if (chart === null || chart === undefined) return [];
  const common = [...security.keys()].filter((date) => benchmark.has(date));
  const shown = list(object(chart)['series']).map(({ session_date }) => common.indexOf(String(session_date)));
  const span = (shown.at(-1) ?? 0) - (shown[0] ?? 0);
  const widest = Math.max(0, ...shown.slice(1).map((position, i) => position - (shown[i] ?? 0)));
  const allowed = shown.length > 1 ? Math.max(1, (2 * span) / 55) : 1;
  const ours: [string, Value][] = [
    [`${form}.chart ends at the last common session`, String(shown.at(-1) === common.length - 1)],
    [`${form}.chart has a gap above twice its step`, String(widest > allowed)],
  ];
  const theirs: [string, Value][] = [
    [`${form}.chart ends at the last common session`, 'true'],
    [`${form}.chart has a gap above twice its step`, 'false'],
  ];
  return compare(at, new Map(ours), new Map(theirs));
}
