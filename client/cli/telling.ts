// What a failure says: a few lines for people, or one JSON object for programs, and the number that the run ends with.
import { ResearchError } from '../problems.ts';
import { Failure } from './calls/failure.ts';
import { type ExitCode, type FailureCode, exitCodeOf } from './calls/exit-codes.ts';
import { fixFor } from './fixes.ts';
import type { Output } from './output.ts';
import { asWord } from './say.ts';
import { counted } from '../words/text.ts';
import { linkOf } from './show/cites.ts';
import { safeDocument, safeText } from './terminal/safe-text.ts';
import type { Unfinished } from './calls/unfinished.ts';

export interface Told {
  readonly code: FailureCode;
  readonly message: string;
  readonly status: number | null;
  /** The request that failed; true where it was answered, and what it said is of no use. */
  readonly charged: boolean | 'unknown';
  /** Requests of the same run that were answered before. */
  readonly chargedBefore: number;
  readonly retryable: boolean;
  readonly requestId: string | null;
  /** Seconds. */
  readonly retryAfter: number | null;
  readonly fix: string | null;
  readonly errors: readonly { readonly location: string; readonly message: string; readonly fix: string }[];
}

const unsent = { status: null, charged: false, retryable: false, requestId: null, retryAfter: null } as const;

function toldOf(thrown: unknown): Omit<Told, 'chargedBefore'> {
  if (thrown instanceof Failure) {
    const { code, message, fix } = thrown;
    return { code, message, ...unsent, fix, errors: [] };
  }
  if (thrown instanceof ResearchError) {
    const { code, detail, status, charged, retryable, requestId, retryAfter, errors } = thrown;
    const message = code === 'aborted' ? 'stopped' : detail;
    return { code, message, status, charged, retryable, requestId, retryAfter, fix: fixFor(thrown), errors };
  }
  const message = thrown instanceof Error ? thrown.message : 'something that is no error was thrown';
  return { code: 'unexpected', message, ...unsent, fix: null, errors: [] };
}

/**
 * A page that was answered belongs to what was charged: the pages of a list are all charged or, of the preview, none; and a
 * page that was repeated free is the first one, with which nothing else was charged.
 */
function withCharges(told: Omit<Told, 'chargedBefore'>, unfinished: Unfinished): Told {
  const total = unfinished.charged;
  if (!answeredCodes.has(told.code) || total === 0) return { ...told, chargedBefore: total };
  return { ...told, charged: true, chargedBefore: total - 1 };
}

/** Gives the exit code. */
export function tell(thrown: unknown, output: Output, unfinished: Unfinished): ExitCode {
  const told = safeDocument(withCharges(toldOf(thrown), unfinished));
  const page = thrown instanceof ResearchError ? safeText(thrown.problem?.type ?? '') : '';
  const doubt = doubtOf(told, unfinished);
  if (output.isJson) output.json({ ...told, fix: joined(told.fix, doubt) }, 'stderr');
  else tellPeople(told, output, { page, doubt, nextPage: unfinished.nextPage });
  return exitCodeOf(told.code);
}

/** What is wrong with a page that was answered: the list has nowhere to go on. */
const answeredCodes: ReadonlySet<FailureCode> = new Set(['as-of-changed', 'pagination-loop']);

type Beside = {
  /** About its code. */
  readonly page: string;
  readonly doubt: string | null;
  readonly nextPage: string | null;
};

function tellPeople(told: Told, output: Output, { page, doubt, nextPage }: Beside): void {
  output.note((sheet) => {
    const { paint, glyphs } = sheet.ink;
    const title = `${paint('bold', told.message)} ${paint('dim', `(${told.code})`)}`;
    sheet.item(title, { sign: paint('bad', glyphs.cross) });
    for (const { location, message, fix } of told.errors) sheet.item(`${location} ${message}. ${fix}`, { indent: 2 });
    if (told.fix !== null) sheet.item(told.fix, { sign: paint('accent', glyphs.arrow), indent: 2 });
    if (linkOf(page) === page) sheet.say(paint('dim', page), 2);
    for (const line of chargesOf(told, doubt)) sheet.say(paint('dim', line), 2);
    if (nextPage === null || doubt !== null || answeredCodes.has(told.code)) return;
    sheet.say('To go on:', 2);
    sheet.lines([`    --page ${asWord(safeText(nextPage))}`]);
  });
}

function chargesOf({ charged, chargedBefore, requestId }: Told, doubt: string | null): readonly string[] {
  if (charged === true) return [`${counted(chargedBefore + 1, 'request')} charged. Request id ${requestId}`];
  const own = doubt ?? (requestId === null ? null : `0 charged. Request id ${requestId}`);
  const before = chargedBefore > 0 ? `${counted(chargedBefore, 'request')} charged before that.` : null;
  return [own, before].filter((line) => line !== null);
}

function doubtOf({ charged, requestId }: Told, { again }: Unfinished): string | null {
  if (charged !== 'unknown' || requestId === null) return null;
  const same = 'asks for it again: under one id it is charged once at most, in all.';
  return `Whether it was charged is not known. ${safeText(again(requestId))} ${same}`;
}

function joined(fix: string | null, doubt: string | null): string | null {
  return fix === null || doubt === null ? (fix ?? doubt) : `${fix}. ${doubt}`;
}
