// Table of the program `research`, the input of its completion.
import type { Program, ProgramOption } from '../command-line/completion.ts';
import type { Command } from './command.ts';
import { type OptionName, everywhere, optionNames, optionOf } from './options.ts';

export function programOf(commands: readonly Command[]): Program {
  return {
    name: 'research',
    options: optionNames.map(programOption),
    everywhere: everywhere.map(programOption),
    commands: commands.map(({ name, about, argument, options }) => ({
      name,
      about,
      options: options.map(programOption),
      ...(argument !== undefined && {
        argument: {
          placeholder: argument.kind.placeholder,
          choices: name === 'help' ? commands.map((one) => one.name) : (argument.kind.choices ?? []),
          isFile: argument.kind.placeholder === 'FILE',
        },
      }),
    })),
  };
}

function programOption(name: OptionName): ProgramOption {
  const { kind, about } = optionOf(name);
  return { name, about, ...(kind !== undefined && { placeholder: kind.placeholder, choices: kind.choices }) };
}
