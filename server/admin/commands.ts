// Commands of the operator in their groups, the help that lists them, and the program that shells complete.
import type { Program, ProgramOption } from '../../client/command-line/completion.ts';
import { unknownCommand } from '../../client/command-line/line.ts';
import { accountCommands } from './people/account-commands.ts';
import { auditCommands } from './keeping/audit-command.ts';
import { backupCommands } from './keeping/backup-commands.ts';
import { type Command, UsageError, call, flagsAbout } from './command.ts';
import { distributeCommand } from './keeping/distribute-command.ts';
import { cursorKeyCommands } from './keeping/cursor-key-command.ts';
import { logCommands } from './keeping/log-command.ts';
import { operatorCommands } from './people/operator-commands.ts';
import { eventCommands } from './people/event-commands.ts';
import { explainCommands } from './research/explain-command.ts';
import { feedCommand } from './research/feed-command.ts';
import { importCommands } from './research/import-commands.ts';
import { keyCommands } from './people/key-commands.ts';
import { limitCommands } from './people/limit-commands.ts';
import { oauthCommands } from './people/oauth-commands.ts';
import { releaseCommands } from './research/release-commands.ts';
import { removalCommands } from './research/removal-commands.ts';
import { reviewCommands } from './research/review-commands.ts';
import { sessionCommands } from './people/session-commands.ts';
import { userCommands } from './people/user-commands.ts';
import { withdrawCommands } from './research/withdraw-commands.ts';

type Group = { title: string; commands: readonly Command[] };

const groups: readonly Group[] = [
  {
    title: 'Research',
    commands: [
      ...importCommands,
      feedCommand,
      ...reviewCommands,
      ...releaseCommands,
      ...withdrawCommands,
      ...removalCommands,
      ...explainCommands,
    ],
  },
  {
    title: 'Workspaces and people',
    commands: [...accountCommands, ...sessionCommands, ...userCommands, ...operatorCommands, ...eventCommands],
  },
  { title: 'Keys, limits and chats', commands: [...limitCommands, ...keyCommands, ...oauthCommands] },
  {
    title: 'The store',
    commands: [...auditCommands, ...backupCommands, ...cursorKeyCommands, distributeCommand, ...logCommands],
  },
];

export const commands: readonly Command[] = groups.flatMap((group) => group.commands);

/** The command of this name; a name that there is not is refused with the one that was probably meant. */
export function commandNamed(name: string): Command {
  const command = commands.find((each) => each.name === name);
  if (command !== undefined) return command;
  throw new UsageError(unknownCommand(name, { commands, call, shown: JSON.stringify }).message);
}

export function overview(): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const line = ({ name, about }: Command): string =>
    `  ${name.padEnd(width)}  ${about.split('. ')[0]?.replace(/\.$/, '')}`;
  return [
    'npm run admin -- COMMAND [options]',
    '',
    ...groups.flatMap(({ title, commands: own }) => [title, ...own.map(line), '']),
    'help COMMAND, or COMMAND --help, shows its options and examples; completion bash|zsh|fish completes them.',
    'Commands act on the live collection, with --preview on the other.',
    'Exit codes: 0 done, 1 refused, or an audit that found a difference, 2 not understood, 3 the store is not available.',
    '',
  ].join('\n');
}

const json: ProgramOption = { name: 'json', about: 'print the report as JSON' };
const help: ProgramOption = { name: 'help', about: 'show the options and examples of the command' };

/** Completion is of the name `admin`, which the operator gives to `npm run --silent admin --`. */
export function program(): Program {
  const completed = commands.map((command) => ({
    name: command.name,
    about: command.about.split('. ')[0] ?? '',
    options: [
      ...Object.entries(command.options).map(([name, about]) => ({ name, about, placeholder: 'VALUE' })),
      ...command.flags.map((name) => ({ name, about: flagsAbout[name] })),
    ],
    ...(command.positionals.max > 0 && {
      argument: { placeholder: command.positionals.name, choices: [], isFile: command.positionals.areFiles },
    }),
  }));
  const names = commands.map(({ name }) => name);
  return {
    name: 'admin',
    commands: [
      ...completed,
      {
        name: 'help',
        about: 'Shows the options and examples of a command',
        options: [],
        argument: { placeholder: 'COMMAND', choices: names, isFile: false },
      },
    ],
    options: [],
    everywhere: [json, help],
  };
}
