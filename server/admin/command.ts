// Command of the operator: its words, its options, and its result.
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearest } from '../../client/command-line/nearest.ts';
import { isInstant, canonicalInstant } from '../contract/validation/formats.ts';
import type { Collection, Instant } from '../store/engine/db.ts';
import type { Store } from '../store/engine/engine.ts';

export type Progress = (file: string, phase: string, share: number) => void;

/** The context of a command, in this process or in the server that holds the store. */
export type CommandContext = {
  store: Store;
  now: () => Instant;
  randomBytes: (size: number) => Uint8Array;
  /** Public address of the service, for links to people. */
  baseUrl: string;
  /** True if a server on this store sends mail. */
  mails?: boolean;
  /** User id of an operator at the desk; absent at the command line. */
  actor?: string;
  onProgress: Progress;
};

/** `report` is printed by --json; `lines` are the same for a person. */
export type CommandResult = { exit: 0 | 1; report: object; lines: string[] };

export type Arguments = {
  positionals: string[];
  /** Text options that were given. */
  values: { readonly [name: string]: string };
  /** Text options that may be given several times, in the order in which they were. */
  lists: { readonly [name: string]: readonly string[] };
  dryRun: boolean;
  strict: boolean;
  practice: boolean;
  newLink: boolean;
  confidential: boolean;
  newSecret: boolean;
  replace: boolean;
  force: boolean;
  everyone: boolean;
  abandonSubscription: boolean;
  template: boolean;
  json: boolean;
  help: boolean;
  collection: Collection;
};

export const flagsAbout = {
  'dry-run': 'check everything and keep nothing',
  strict: 'refuse statements of a ticker or a person that no security master and no person record names',
  preview: 'act on the preview collection instead of live',
  'new-link': 'print a link to choose a password, instead of a mail and also for a person who can sign in',
  practice: 'mark it for the practice checkout: what it is given was never paid for',
  confidential: 'give it a secret, which it then has to show',
  'new-secret': 'make another secret; the one before stops working',
  replace: 'retire what is registered now, and end what people have allowed it',
  force: 'put it in the place of a file that is there',
  everyone: 'all people at once',
  template: 'write an example with all columns to FILE, as .csv or .xlsx, and load nothing',
  'abandon-subscription': 'delete it although its subscription goes on billing: end it at the payment provider',
} as const;
type Flag = keyof typeof flagsAbout;

export type Command = {
  name: string;
  about: string;
  /** The text after the name, as the help shows it. */
  usage: string;
  positionals: { name: string; min: number; max: number; areFiles: boolean };
  /** Options that take a text, each with a sentence; `required` ones end in an exclamation mark. */
  options: { readonly [name: string]: string };
  required?: readonly string[];
  /** The options that may be given several times. */
  repeated?: readonly string[];
  instants?: readonly string[];
  /** The value of an option that names a file, with the whole path of that file. */
  withWholePath?: (option: string, value: string) => string;
  /** The options without a value that mean something. */
  flags: readonly Flag[];
  examples: readonly string[];
  run: (context: CommandContext, args: Arguments) => Promise<CommandResult>;
};

/** The command was not understood: exit 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function parseCommand(command: Command, argv: readonly string[]): Arguments {
  const { values, positionals } = parsed(command, argv);
  const texts = Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  const lists = Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string[]] => Array.isArray(entry[1])),
  );
  const args: Arguments = {
    positionals,
    values: texts,
    lists,
    dryRun: values['dry-run'] === true,
    strict: values['strict'] === true,
    practice: values['practice'] === true,
    newLink: values['new-link'] === true,
    everyone: values['everyone'] === true,
    abandonSubscription: values['abandon-subscription'] === true,
    confidential: values['confidential'] === true,
    newSecret: values['new-secret'] === true,
    replace: values['replace'] === true,
    force: values['force'] === true,
    template: values['template'] === true,
    json: values['json'] === true,
    help: values['help'] === true,
    collection: values['preview'] === true ? 'preview' : 'live',
  };
  return args.help ? args : checked(command, args);
}

/** The words again, with each file as an absolute path: the server may run in another folder. */
export function withWholePaths(command: Command, argv: readonly string[]): string[] {
  const words = [...argv];
  for (const { kind, index, name, value, inlineValue } of parsed(command, argv).tokens) {
    if (kind === 'positional' && command.positionals.areFiles) words[index] = resolve(words[index] ?? '');
    if (kind !== 'option' || name === undefined || value === undefined) continue;
    const whole = command.withWholePath?.(name, value) ?? value;
    if (inlineValue === true) words[index] = `--${name}=${whole}`;
    else words[index + 1] = whole;
  }
  return words;
}

type ParsedWords = {
  values: { [name: string]: unknown };
  positionals: string[];
  /** The kinds of the words, by their places. */
  tokens: {
    kind: string;
    index: number;
    name?: string;
    value?: string | undefined;
    inlineValue?: boolean | undefined;
  }[];
};

function parsed(command: Command, argv: readonly string[]): ParsedWords {
  const options = optionsOf(command);
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    throw new UsageError(
      error instanceof Error ? notUnderstood(error.message, Object.keys(options)) : 'unknown option',
    );
  }
}

/** The fault in the words of Node, and for an option that there is not the one that was probably meant. */
function notUnderstood(message: string, known: readonly string[]): string {
  const [fault = ''] = message.split('. ');
  const [, unknown] = /^Unknown option '--([^'=]+)/.exec(fault) ?? [];
  const meant = unknown === undefined ? null : nearest(unknown, known);
  return meant === null ? fault : `${fault}\ndid you mean: --${meant}`;
}

function optionsOf(command: Command): NonNullable<ParseArgsConfig['options']> {
  const flags = ['json', 'help', ...command.flags];
  return {
    ...Object.fromEntries(
      Object.keys(command.options).map((name) => [
        name,
        { type: 'string' as const, multiple: command.repeated?.includes(name) === true },
      ]),
    ),
    ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
  };
}

function checked(command: Command, args: Arguments): Arguments {
  const { name, min, max } = command.positionals;
  if (args.positionals.length < min) throw new UsageError(`${command.name} needs ${name}`);
  if (args.positionals.length > max)
    throw new UsageError(
      max === 0 ? `${command.name} takes no ${args.positionals[0]}` : `${command.name} takes one ${name}`,
    );
  for (const option of command.required ?? []) {
    if (!args.values[option] && !args.lists[option]) throw new UsageError(`${command.name} needs --${option}`);
  }
  const values = { ...args.values };
  for (const option of command.instants ?? []) {
    const value = values[option];
    if (value === undefined) continue;
    if (!isInstant(value))
      throw new UsageError(`--${option} ${value} is no UTC instant: write it as 2014-06-30T23:59:59Z`);
    values[option] = canonicalInstant(value);
  }
  return { ...args, values };
}

export function helpOf(command: Command): string {
  const options = [
    ...Object.entries(command.options).map(([name, about]) => `  --${`${name} VALUE`.padEnd(22)} ${about}`),
    ...command.flags.map((flag) => `  --${flag.padEnd(22)} ${flagsAbout[flag]}`),
    `  --${'json'.padEnd(22)} print the report as JSON`,
  ];
  const examples = command.examples.map((example) => `  npm run admin -- ${example}`);
  return [
    `${command.name} ${command.usage}`.trimEnd(),
    '',
    command.about,
    '',
    'Options:',
    ...options,
    '',
    'Examples:',
    ...examples,
    '',
  ].join('\n');
}
