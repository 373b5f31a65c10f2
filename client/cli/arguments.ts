// Command line of `research`: the shared reader by its tables, and the check of each value by its kind.
import type { Command } from './command.ts';
import { usage } from './calls/failure.ts';
import { CommandInput } from './command-input.ts';
import { type LineCommand, LineFault, type LineOption, type LineTable, readLine } from '../command-line/line.ts';
import { nearest } from '../command-line/nearest.ts';
import { type OptionName, everywhere, optionNames, optionOf } from './options.ts';
import { oneLine } from './say.ts';
import { safeText } from './terminal/safe-text.ts';
import type { Kind } from './values.ts';

export type CommandLine = {
  /** Null for a line with only `--help`, `--version` or no word at all. */
  readonly command: Command | null;
  readonly given: CommandInput;
};

export function parse(args: readonly string[], commands: readonly Command[]): CommandLine {
  const { command: found, words, values } = lineOf(args, commands);
  const command = commands.find(({ name }) => name === found?.name) ?? null;
  const options = new Map<OptionName, string | number | true>();
  for (const { name, text } of values) {
    const option = optionNames.find((one) => one === name);
    if (option === undefined) continue;
    const { kind } = optionOf(option);
    options.set(option, kind === undefined || text === null ? true : checked(`--${option}`, text, kind));
  }
  const [word] = words;
  const argument = command?.argument;
  if (argument === undefined || word === undefined) return { command, given: new CommandInput(new Map(), options) };
  const value = String(checked(argument.kind.placeholder, word.text, argument.kind));
  return { command, given: new CommandInput(new Map([[argument.name, value]]), options) };
}

function lineOf(args: readonly string[], commands: readonly Command[]) {
  try {
    return readLine(args, tableOf(commands));
  } catch (error) {
    throw error instanceof LineFault ? usage(error.what, error.fix) : error;
  }
}

function tableOf(commands: readonly Command[]): LineTable {
  return {
    commands: commands.map(lineCommand),
    everywhere: everywhere.map(lineOption),
    nameOf: (command) => (command === null ? 'research' : `research ${command.name}`),
    call: 'research',
    shown,
  };
}

function lineCommand({ name, argument, options, examples }: Command): LineCommand {
  return {
    name,
    examples,
    options: options.map(lineOption),
    ...(argument !== undefined && {
      argument: {
        placeholder: argument.kind.placeholder,
        about: argument.about,
        min: argument.isOptional === true ? 0 : 1,
        max: 1,
      },
    }),
  };
}

function lineOption(name: OptionName): LineOption {
  const { kind, short } = optionOf(name);
  return { name, placeholder: kind?.placeholder, short };
}

function checked(where: string, given: string, kind: Kind): string | number {
  const read = kind.read(given);
  if ('value' in read) return read.value;
  const meant = kind.choices === undefined ? null : nearest(given, kind.choices);
  throw usage(`${where}: ${shown(given)} ${read.wrong}`, meant === null ? read.fix : `did you mean: ${meant}`);
}

/** The typed text, cut and made harmless: it may have been pasted from anywhere. */
function shown(given: string): string {
  const safe = oneLine(safeText(given));
  return `"${safe.length > 64 ? `${safe.slice(0, 64)}…` : safe}"`;
}
