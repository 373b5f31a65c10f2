// The operator's commands, in the order in which the help lists them.
import { accountCommands } from './people/account-commands.ts';
import { auditCommands } from './keeping/audit-command.ts';
import { backupCommands } from './keeping/backup-commands.ts';
import type { Command } from './command.ts';
import { cursorKeyCommands } from './keeping/cursor-key-command.ts';
import { eventCommands } from './people/event-commands.ts';
import { explainCommands } from './research/explain-command.ts';
import { importCommands } from './research/import-commands.ts';
import { keyCommands } from './people/key-commands.ts';
import { limitCommands } from './people/limit-commands.ts';
import { oauthCommands } from './people/oauth-commands.ts';
import { releaseCommands } from './research/release-commands.ts';
import { sessionCommands } from './people/session-commands.ts';
import { userCommands } from './people/user-commands.ts';
import { withdrawCommands } from './research/withdraw-commands.ts';

export const commands: readonly Command[] = [
  ...importCommands,
  ...releaseCommands,
  ...withdrawCommands,
  ...explainCommands,
  ...accountCommands,
  ...sessionCommands,
  ...userCommands,
  ...eventCommands,
  ...limitCommands,
  ...keyCommands,
  ...oauthCommands,
  ...auditCommands,
  ...backupCommands,
  ...cursorKeyCommands,
];

export function overview(): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const lines = commands.map(
    ({ name, about }) => `  ${name.padEnd(width)}  ${about.split('. ')[0]?.replace(/\.$/, '')}`,
  );
  return [
    'npm run admin -- COMMAND [options]',
    '',
    ...lines,
    '',
    'help COMMAND, or COMMAND --help, shows its options and examples. Commands act on the live collection, with --preview',
    'on the other.',
    'Exit codes: 0 done, 1 refused, or an audit that found a difference, 2 not understood, 3 the store is not available.',
    '',
  ].join('\n');
}
