// Error report: a few lines for people or one JSON object for programs, and the exit code.
import { ResearchError } from '../problems.ts';
import { Failure } from './calls/failure.ts';
import { type ExitCode, type FailureCode, exitCodeOf } from './calls/exit-codes.ts';
import { fixFor } from './fixes.ts';
import type { Output } from './output.ts';
import { asWord } from './say.ts';
import { counted } from '../words/text.ts';
import { linkOf } from './show/cites.ts';
import { safeDocument, safeText } from './terminal/safe-text.ts';
import type { RunState } from './calls/run-state.ts';

export interface ErrorReport {
  readonly code: FailureCode;
  readonly message: string;
  readonly status: number | null;
  /** Charge of the failed request; true if it was answered but the answer is of no use. */
  readonly charged: boolean | 'unknown';
  /** Earlier requests of the same run that were answered. */
  readonly chargedBefore: number;
  readonly retryable: boolean;
  readonly requestId: string | null;
  /** Seconds. */
  readonly retryAfter: number | null;
  readonly fix: string | null;
  readonly errors: readonly { readonly location: string; readonly message: string; readonly fix: string }[];
}

const unsent = { status: null, charged: false, retryable: false, requestId: null, retryAfter: null } as const;

function reportOf(thrown: unknown): Omit<ErrorReport, 'chargedBefore'> {
  if (thrown instanceof Failure) {
    const { code, message, fix } = thrown;
    return { code, message, ...unsent, fix, errors: [] };
  }
  if (thrown instanceof ResearchError) {
    const { code, detail, status, charged, retryable, requestId, retryAfter, errors } = thrown;
    const message = code === 'aborted' ? 'stopped' : detail;
    return { code, message, status, charged, retryable, requestId, retryAfter, fix: fixFor(thrown), errors };
  }
  const message = thrown instanceof Error ? thrown.message : 'a value that is not an error was thrown';
  return { code: 'unexpected', message, ...unsent, fix: null, errors: [] };
}

/**
 * The failing page counts as charged. Pages of a list are all charged or, in preview, all free. A replayed page is the
 * first one, and then nothing else was charged.
 */
function withCharges(report: Omit<ErrorReport, 'chargedBefore'>, unfinished: RunState): ErrorReport {
  const total = unfinished.charged;
  if (!answeredCodes.has(report.code) || total === 0) return { ...report, chargedBefore: total };
  return { ...report, charged: true, chargedBefore: total - 1 };
}

/** Prints the report and returns the exit code. */
export function printError(thrown: unknown, output: Output, unfinished: RunState): ExitCode {
  const report = safeDocument(withCharges(reportOf(thrown), unfinished));
  const page = thrown instanceof ResearchError ? safeText(thrown.problem?.type ?? '') : '';
  const doubt = doubtOf(report, unfinished);
  if (output.isJson) output.json({ ...report, fix: joined(report.fix, doubt) }, 'stderr');
  else printForPeople(report, output, { page, doubt, nextPage: unfinished.nextPage });
  return exitCodeOf(report.code);
}

/** Faults of an answered page: the list cannot continue. */
const answeredCodes: ReadonlySet<FailureCode> = new Set(['as-of-changed', 'pagination-loop']);

type ReportExtras = {
  /** Address of the page about this error code. */
  readonly page: string;
  readonly doubt: string | null;
  readonly nextPage: string | null;
};

function printForPeople(report: ErrorReport, output: Output, { page, doubt, nextPage }: ReportExtras): void {
  output.note((sheet) => {
    const { paint, glyphs } = sheet.ink;
    const title = `${paint('bold', report.message)} ${paint('dim', `(${report.code})`)}`;
    sheet.item(title, { sign: paint('bad', glyphs.cross) });
    for (const { location, message, fix } of report.errors) sheet.item(`${location} ${message}. ${fix}`, { indent: 2 });
    if (report.fix !== null) sheet.item(report.fix, { sign: paint('accent', glyphs.arrow), indent: 2 });
    if (linkOf(page) === page) sheet.say(paint('dim', page), 2);
    for (const line of chargesOf(report, doubt)) sheet.say(paint('dim', line), 2);
    if (nextPage === null || doubt !== null || answeredCodes.has(report.code)) return;
    sheet.say('To go on:', 2);
    sheet.lines([`    --page ${asWord(safeText(nextPage))}`]);
  });
}

function chargesOf({ charged, chargedBefore, requestId }: ErrorReport, doubt: string | null): readonly string[] {
  if (charged === true) return [`${counted(chargedBefore + 1, 'request')} charged. Request id ${requestId}`];
  const own = doubt ?? (requestId === null ? null : `0 charged. Request id ${requestId}`);
  const before = chargedBefore > 0 ? `${counted(chargedBefore, 'request')} charged before that.` : null;
  return [own, before].filter((line) => line !== null);
}

function doubtOf({ charged, requestId }: ErrorReport, { again }: RunState): string | null {
  if (charged !== 'unknown' || requestId === null) return null;
  const same = 'asks for it again: under one id it is charged once at most, in all.';
  return `Whether it was charged is not known. ${safeText(again(requestId))} ${same}`;
}

function joined(fix: string | null, doubt: string | null): string | null {
  return fix === null || doubt === null ? (fix ?? doubt) : `${fix}. ${doubt}`;
}
