// Reads the command line by the tables of commands and options; what is wrong is said with what to write instead.
import { parseArgs } from 'node:util';
import type { Command } from './command.ts';
import { type Failure, usage } from './calls/failure.ts';
import { CommandInput } from './command-input.ts';
import { nearest } from '../command-line/nearest.ts';
import { type OptionName, everywhere, optionNames, optionOf } from './options.ts';
import { oneLine } from './say.ts';
import { safeText } from './terminal/safe-text.ts';
import type { Kind } from './values.ts';

export type Parsed = {
  /** Null where only `--help`, `--version` or nothing was given. */
  readonly command: Command | null;
  readonly given: CommandInput;
};

const settings = Object.fromEntries(
  optionNames.map((name) => {
    const { kind, short } = optionOf(name);
    return [
      name,
      { type: kind === undefined ? ('boolean' as const) : ('string' as const), ...(short !== undefined && { short }) },
    ];
  }),
);

export function parse(args: readonly string[], commands: readonly Command[]): Parsed {
  const { tokens } = parseArgs({
    args: [...args],
    options: settings,
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const words = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const [name, ...rest] = words;
  const command = name === undefined ? null : commandNamed(name, commands);
  const allowed: readonly OptionName[] = [...(command?.options ?? []), ...everywhere];
  const found = new Map<OptionName, string | number | true>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = optionNamed(token.rawName, token.name, { command, allowed, commands });
    if (found.has(option)) throw usage(`--${option} is given twice`, 'give it once');
    found.set(option, valueOf(option, token.value));
  }
  const isAsking = found.has('help') || found.has('version');
  return { command, given: new CommandInput(argumentsOf(command, rest, isAsking), found) };
}

function commandNamed(name: string, commands: readonly Command[]): Command {
  const command = commands.find((one) => one.name === name);
  if (command !== undefined) return command;
  const meant = nearest(
    name,
    commands.map((one) => one.name),
  );
  const fix = meant === null ? 'research help lists the commands' : `did you mean: research ${meant}`;
  throw usage(`there is no command ${shown(name)}`, fix);
}

type Allowed = { command: Command | null; allowed: readonly OptionName[]; commands: readonly Command[] };

function optionNamed(raw: string, name: string, { command, allowed, commands }: Allowed): OptionName {
  const option = optionNames.find((one) => one === name);
  if (option !== undefined && allowed.includes(option)) return option;
  const where = command === null ? 'research' : `research ${command.name}`;
  if (option !== undefined) {
    const owners = commands.filter((one) => one.options.includes(option)).map((one) => one.name);
    throw usage(
      `${where} has no option --${option}`,
      `it belongs to ${owners.join(', ')}; research help ${command?.name ?? ''}`.trim(),
    );
  }
  const meant = nearest(name, allowed);
  const help = command === null ? 'research help lists the options' : `research help ${command.name} lists the options`;
  throw usage(`${where} has no option ${shown(raw)}`, meant === null ? help : `did you mean: --${meant}`);
}

function valueOf(option: OptionName, given: string | boolean | undefined): string | number | true {
  const { kind } = optionOf(option);
  if (kind === undefined) {
    if (typeof given === 'string') throw usage(`--${option} takes no value`, `write --${option} alone`);
    return true;
  }
  const isForgotten = typeof given !== 'string' || optionNames.some((name) => given === `--${name}`);
  if (isForgotten) throw usage(`--${option} needs a value`, `write --${option} ${kind.placeholder}`);
  return checked(`--${option}`, given, kind);
}

function argumentsOf(command: Command | null, rest: readonly string[], isAsking: boolean): Map<string, string> {
  const argument = command?.argument;
  const most = argument === undefined ? 0 : 1;
  const [word, ...others] = rest;
  const extra = rest[most];
  if (command !== null && extra !== undefined) throw tooMany(command, extra, others);
  if (argument === undefined) return new Map();
  if (word === undefined) {
    if (argument.isOptional === true || isAsking) return new Map();
    throw usage(
      `research ${command?.name} needs ${argument.kind.placeholder}: ${argument.about}`,
      command?.examples[0] ?? null,
    );
  }
  return new Map([[argument.name, String(checked(argument.kind.placeholder, word, argument.kind))]]);
}

function tooMany({ name, argument }: Command, extra: string, others: readonly string[]): Failure {
  const takes = argument === undefined ? 'takes no argument' : `takes one ${argument.kind.placeholder}`;
  const fix = others.length > 0 ? 'call it once for each' : `research help ${name} shows how it is written`;
  return usage(`research ${name} ${takes}, and ${shown(extra)} is one too many`, fix);
}

function checked(where: string, given: string, kind: Kind): string | number {
  const read = kind.read(given);
  if ('value' in read) return read.value;
  const meant = kind.choices === undefined ? null : nearest(given, kind.choices);
  throw usage(`${where}: ${shown(given)} ${read.wrong}`, meant === null ? read.fix : `did you mean: ${meant}`);
}

/** What was typed, cut and made harmless: it may have been pasted from anywhere. */
function shown(given: string): string {
  const safe = oneLine(safeText(given));
  return `"${safe.length > 64 ? `${safe.slice(0, 64)}…` : safe}"`;
}
