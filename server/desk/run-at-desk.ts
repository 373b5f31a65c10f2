/** Runs a command of the command line for an operator; a refusal is a result, as it is there. */
import { type Command, type CommandResult, type Progress, UsageError, parseCommand } from '../admin/command.ts';
import { refusalResult } from '../admin/run-command.ts';
import type { DeskContext, Operator } from './context.ts';

export async function runAtDesk(
  context: DeskContext,
  { operator, command, words }: { operator: Operator; command: Command; words: () => readonly string[] },
  onProgress: Progress = () => undefined,
): Promise<CommandResult> {
  const { store, now, randomBytes, publicUrl, wakeMail, approvals } = context;
  try {
    const done = await command.run(
      {
        store,
        now,
        randomBytes,
        baseUrl: publicUrl,
        mails: wakeMail !== null,
        actor: operator.userId,
        approvals,
        onProgress,
      },
      parseCommand(command, words()),
    );
    wakeMail?.();
    return done;
  } catch (error) {
    if (error instanceof UsageError) return { exit: 1, report: { refused: true }, lines: error.message.split('\n') };
    const refusal = refusalResult(error);
    if (refusal === null) throw error;
    return refusal;
  }
}
