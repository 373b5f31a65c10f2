// Commands `completion` and `help`: the command line about itself.
import type { Command } from '../command.ts';
import { completionFor, shells } from '../../command-line/completion.ts';
import { programOf } from '../program.ts';
import { usage } from '../calls/failure.ts';
import { commandHelp, overview } from '../help.ts';
import { nearest } from '../../command-line/nearest.ts';
import { oneOf, text } from '../values.ts';

export const completionCommand: Command = {
  name: 'completion',
  about: 'print a completion script for a shell',
  argument: { name: 'shell', kind: oneOf('SHELL', shells), about: shells.join(', ') },
  options: [],
  charge: 'free, and nothing is asked',
  examples: ['source <(research completion bash)', 'research completion fish | source'],
  run: async ({ output, commands }, given) => {
    const shell = shells.find((one) => one === given.word('shell')) ?? 'bash';
    output.raw(completionFor(shell, programOf(commands)));
    return 0;
  },
};

export const helpCommand: Command = {
  name: 'help',
  about: 'say what there is, or what one command takes, gives and costs',
  argument: { name: 'command', kind: text('COMMAND', 64), about: 'a command', isOptional: true },
  options: [],
  charge: 'free, and nothing is asked',
  examples: ['research help brief'],
  run: async ({ output, commands }, given) => {
    const name = given.word('command');
    const command = commands.find((one) => one.name === name);
    if (command === undefined && name !== '') {
      const meant = nearest(
        name,
        commands.map((one) => one.name),
      );
      throw usage(
        'there is no such command',
        meant === null ? 'research help lists the commands' : `did you mean: research help ${meant}`,
      );
    }
    output.raw(command === undefined ? overview(commands, output.ink) : commandHelp(command, output.ink));
    return 0;
  },
};
