// Commands in the order in which a new user needs them.
import type { Command } from './command.ts';
import { completionCommand, helpCommand } from './commands/about.ts';
import { briefCommand } from './commands/brief.ts';
import { changesCommand } from './commands/changes.ts';
import { diffCommand } from './commands/diff.ts';
import { beliefsCommand, sourceEvidenceCommand, sourcesCommand } from './commands/lists.ts';
import { loginCommand } from './commands/login.ts';
import { logoutCommand } from './commands/logout.ts';
import { beliefCommand, evidenceCommand, sourceCommand } from './commands/records.ts';
import { receiptCommand, receiptsCommand, statusCommand, tickersCommand } from './commands/standing.ts';
import { releasesCommand } from './commands/releases.ts';
import { verifyCommand } from './commands/verify.ts';

export const commands: readonly Command[] = [
  loginCommand,
  logoutCommand,
  statusCommand,
  tickersCommand,
  briefCommand,
  beliefsCommand,
  beliefCommand,
  sourcesCommand,
  sourceCommand,
  sourceEvidenceCommand,
  evidenceCommand,
  releasesCommand,
  changesCommand,
  diffCommand,
  verifyCommand,
  receiptsCommand,
  receiptCommand,
  completionCommand,
  helpCommand,
];
