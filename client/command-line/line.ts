// Command line read by a table of commands and options; a fault names the word to write instead.
import { parseArgs } from 'node:util';
import { nearest } from './nearest.ts';

export type LineOption = {
  readonly name: string;
  /** Absent: the option is a switch. */
  readonly placeholder?: string | undefined;
  readonly short?: string | undefined;
  readonly isRepeated?: boolean;
};

export type LineCommand = {
  readonly name: string;
  readonly options: readonly LineOption[];
  readonly argument?: {
    readonly placeholder: string;
    readonly about?: string;
    readonly min: number;
    readonly max: number;
  };
  readonly examples: readonly string[];
};

export type LineTable = {
  readonly commands: readonly LineCommand[];
  readonly everywhere: readonly LineOption[];
  /** A command as a fault names it; null stands for the program. */
  readonly nameOf: (command: LineCommand | null) => string;
  /** The words before the name of a command. */
  readonly call: string;
  /** A word from outside as a fault shows it. */
  readonly shown: (word: string) => string;
};

/** `index` is the place of the word, or of the option with a value that follows it. */
export type Value = { readonly name: string; readonly index: number; readonly text: string | null; isInline: boolean };
export type Word = { readonly index: number; readonly text: string };
export type Line = {
  readonly command: LineCommand | null;
  readonly words: readonly Word[];
  readonly values: readonly Value[];
};

export class LineFault extends Error {
  override readonly name = 'LineFault';
  readonly what: string;
  readonly fix: string | null;

  constructor(what: string, fix: string | null) {
    super(fix === null ? what : `${what}\n${fix}`);
    this.what = what;
    this.fix = fix;
  }
}

export function readLine(args: readonly string[], table: LineTable): Line {
  const known = [...table.commands.flatMap(({ options }) => options), ...table.everywhere];
  const { tokens } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      known.map(({ name, placeholder, short }) => [
        name,
        {
          type: placeholder === undefined ? ('boolean' as const) : ('string' as const),
          ...(short !== undefined && { short }),
        },
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const [name, ...words] = tokens.flatMap((token): Word[] =>
    token.kind === 'positional' ? [{ index: token.index, text: token.value }] : [],
  );
  const command = name === undefined ? null : commandNamed(name.text, table);
  const values: Value[] = [];
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = optionNamed(token.rawName, token.name, command, table);
    if (option.isRepeated !== true && values.some((one) => one.name === option.name))
      throw new LineFault(`--${option.name} is given twice`, 'give it once');
    const text = valueOf(option, token.value, known);
    values.push({ name: option.name, index: token.index, text, isInline: token.inlineValue === true });
  }
  const isAsking = values.some((one) => one.name === 'help' || one.name === 'version');
  if (command !== null && !isAsking) checkWords(command, words, table);
  return { command, words, values };
}

function commandNamed(name: string, table: LineTable): LineCommand {
  const command = table.commands.find((one) => one.name === name);
  if (command === undefined) throw unknownCommand(name, table);
  return command;
}

type Names = Pick<LineTable, 'call' | 'shown'> & { readonly commands: readonly { readonly name: string }[] };

export function unknownCommand(name: string, { commands, call, shown }: Names): LineFault {
  const names = commands.map((one) => one.name);
  const meant = nearest(name, names);
  const fix = meant === null ? `${call} help lists the commands` : `did you mean: ${call} ${meant}`;
  return new LineFault(`there is no command ${shown(name)}`, fix);
}

function optionNamed(
  written: string,
  name: string,
  command: LineCommand | null,
  { commands, everywhere, nameOf, call, shown }: LineTable,
): LineOption {
  const allowed = [...(command?.options ?? []), ...everywhere];
  const option = allowed.find((one) => one.name === name);
  if (option !== undefined) return option;
  const where = nameOf(command);
  const owners = commands.filter((one) => one.options.some((each) => each.name === name)).map((one) => one.name);
  if (owners.length > 0)
    throw new LineFault(
      `${where} has no option --${name}`,
      `it belongs to ${owners.join(', ')}; ${call} help ${command?.name ?? ''}`.trim(),
    );
  const names = allowed.map((one) => one.name);
  const meant = nearest(name, names);
  const help = `${call} help${command === null ? '' : ` ${command.name}`} lists the options`;
  throw new LineFault(`${where} has no option ${shown(written)}`, meant === null ? help : `did you mean: --${meant}`);
}

/** Null for a switch. */
function valueOf(
  { name, placeholder }: LineOption,
  text: string | undefined,
  known: readonly LineOption[],
): string | null {
  if (placeholder === undefined) {
    if (text !== undefined) throw new LineFault(`--${name} takes no value`, `write --${name} alone`);
    return null;
  }
  if (text === undefined || known.some((one) => text === `--${one.name}`))
    throw new LineFault(`--${name} needs a value`, `write --${name} ${placeholder}`);
  return text;
}

function checkWords(command: LineCommand, words: readonly Word[], { nameOf, call, shown }: LineTable): void {
  const { name, argument, examples } = command;
  const { min = 0, max = 0, placeholder = '', about } = argument ?? {};
  if (words.length < min) {
    const what = about === undefined ? placeholder : `${placeholder}: ${about}`;
    throw new LineFault(`${nameOf(command)} needs ${what}`, examples[0] ?? null);
  }
  const extra = words[max];
  if (extra === undefined) return;
  const takes = argument === undefined || max === 0 ? 'takes no argument' : `takes one ${placeholder}`;
  const fix = max > 0 ? 'call it once for each' : `${call} help ${name} shows how it is written`;
  throw new LineFault(`${nameOf(command)} ${takes}, and ${shown(extra.text)} is one too many`, fix);
}
