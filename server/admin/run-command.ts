// Runner of one command on an open store: its result or refusal as output and exit code.
import { RefusedInput } from '../ingest/files/faults.ts';
import {
  ReleaseRefusal,
  MissingRoleSettings,
  SchemaTooNew,
  StoreHeldError,
  StoreUnavailable,
  diskFull,
  isDiskFull,
  storeFailure,
} from '../store/engine/failures.ts';
import { cutSecrets } from '../contract/validation/secret-text.ts';
import { parseCommand, type Command, type CommandContext, type CommandResult } from './command.ts';
import { refusal, refusalLines } from './research/each-file.ts';

export type CommandOutput = { exit: number; stdout: string; stderr: string };

export async function runCommand(
  command: Command,
  argv: readonly string[],
  context: CommandContext,
): Promise<CommandOutput> {
  const args = parseCommand(command, argv);
  try {
    return printed(await command.run(context, args), args.json);
  } catch (error) {
    return printedFailure(error, args.json);
  }
}

/** The report goes to stdout; a person reads a refusal on stderr. */
function printed({ exit, report, lines }: CommandResult, json: boolean): CommandOutput {
  // A refusal repeats the input, which may have been a key in place of its id.
  const cut = exit === 0 ? (text: string): string => text : cutSecrets;
  const text = cut(`${withoutControls(lines.join('\n'))}\n`);
  if (json) return { exit, stdout: cut(`${JSON.stringify(report, null, 2)}\n`), stderr: exit === 0 ? '' : text };
  return exit === 0 ? { exit, stdout: text, stderr: '' } : { exit, stdout: '', stderr: text };
}

/** Names from files, people and providers could move a terminal's cursor, or clear it. */
const withoutControls = (text: string): string => text.replaceAll(/[^\P{Cc}\n\t]/gu, '?');

/** The report of a refusal; null for every other failure. */
export function refusalResult(thrown: unknown): CommandResult | null {
  const error = storeFailure(thrown);
  if (error instanceof RefusedInput) return { exit: 1, report: refusal(error), lines: refusalLines(error) };
  if (!(error instanceof ReleaseRefusal)) return null;
  const report = { refused: true, code: error.code, limit: error.limit, message: error.message };
  return { exit: 1, report, lines: [`refused: ${error.message}`] };
}

export function printedFailure(thrown: unknown, json: boolean): CommandOutput {
  const refused = refusalResult(thrown);
  if (refused !== null) return printed(refused, json);
  const error = storeFailure(thrown);
  if (isDiskFull(error)) return { exit: 3, stdout: '', stderr: `${diskFull}\n` };
  if (error instanceof StoreUnavailable) return { exit: 3, stdout: '', stderr: `${error.words}\n` };
  if (error instanceof StoreHeldError || error instanceof SchemaTooNew || error instanceof MissingRoleSettings) {
    return { exit: 3, stdout: '', stderr: `${error.message}\n` };
  }
  throw error;
}
