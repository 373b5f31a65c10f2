// What a failure says: a few lines for people, or one JSON object for programs, and the number that the run ends with.
import { ResearchError } from '../problems.ts';
import { Failure } from './failure.ts';
import { type ExitCode, type FailureCode, exitCodeOf } from './exit-codes.ts';
import { fixFor } from './fixes.ts';
import type { Output } from './output.ts';
import { linkOf } from './show/cites.ts';
import { safeDocument, safeText } from './terminal/safe-text.ts';

export interface Told {
  readonly code: FailureCode;
  readonly message: string;
  readonly status: number | null;
  readonly charged: false | 'unknown';
  readonly retryable: boolean;
  readonly requestId: string | null;
  /** Seconds. */
  readonly retryAfter: number | null;
  readonly fix: string | null;
  readonly errors: readonly { readonly location: string; readonly message: string; readonly fix: string }[];
}

const unsent = { status: null, charged: false, retryable: false, requestId: null, retryAfter: null } as const;

function toldOf(thrown: unknown): Told {
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

/** Gives the exit code. */
export function tell(thrown: unknown, output: Output): ExitCode {
  const told = safeDocument(toldOf(thrown));
  if (output.isJson) output.json(told, 'stderr');
  else tellPeople(told, thrown instanceof ResearchError ? safeText(thrown.problem?.type ?? '') : '', output);
  return exitCodeOf(told.code);
}

function tellPeople(told: Told, page: string, output: Output): void {
  output.note((sheet) => {
    const { paint, glyphs } = sheet.ink;
    const title = `${paint('bold', told.message)} ${paint('dim', `(${told.code})`)}`;
    sheet.item(title, { sign: paint('bad', glyphs.cross) });
    for (const { location, message, fix } of told.errors) sheet.item(`${location} ${message}. ${fix}`, { indent: 2 });
    if (told.fix !== null) sheet.item(told.fix, { sign: paint('accent', glyphs.arrow), indent: 2 });
    if (linkOf(page) === page) sheet.say(paint('dim', page), 2);
    if (told.requestId === null) return;
    sheet.say(
      paint('dim', told.charged === 'unknown' ? doubtOf(told.requestId) : `0 charged. Request id ${told.requestId}`),
      2,
    );
  });
}

function doubtOf(requestId: string): string {
  return `Whether it was charged is not known. The same command with --request-id ${requestId} is charged once at most, in all.`;
}
