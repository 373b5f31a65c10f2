// Command of the operator: its words, its options, and its result.
import type { Approvals } from '../ingest/review/approvals.ts';
import { resolve } from 'node:path';
import { type Line, LineFault, type LineOption, type LineTable, readLine } from '../../client/command-line/line.ts';
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
  /** Approvals that a release needs; absent: none but the releaser's own. */
  approvals?: Approvals;
  onProgress: Progress;
};

/** `report` is printed by --json; `lines` are the same for a person. */
export type CommandResult = { exit: 0 | 1; report: object; lines: string[] };

export type Arguments = Flags & {
  json: boolean;
  help: boolean;
  positionals: string[];
  /** Text options that were given. */
  values: { readonly [name: string]: string };
  /** Text options that may be given several times, in the order in which they were. */
  lists: { readonly [name: string]: readonly string[] };
  collection: Collection;
};

/** The words with which a person calls the program. */
export const call = 'npm run admin --';

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

type Camel<Text extends string> = Text extends `${infer Head}-${infer Rest}`
  ? `${Head}${Capitalize<Camel<Rest>>}`
  : Text;
/** `--dry-run` as `dryRun`, and so on. */
type Flags = { readonly [Name in Flag as Camel<Name>]: boolean };

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
  /** The file of this machine that the value of an option names, at the end of it; null if it names none. */
  fileIn?: (option: string, value: string) => string | null;
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
  const { words, values } = lineOf(command, argv);
  const given = (name: string): boolean => values.some((one) => one.name === name);
  const flags = Object.keys(flagsAbout).map((flag) => [camel(flag), given(flag)]);
  const texts = values.flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]));
  const isRepeated = (name: string): boolean => command.repeated?.includes(name) === true;
  const args: Arguments = {
    ...(Object.fromEntries(flags) as Flags),
    json: given('json'),
    help: given('help'),
    positionals: words.map(({ text }) => text),
    values: Object.fromEntries(texts.filter(({ name }) => !isRepeated(name)).map(({ name, text }) => [name, text])),
    lists: groupedTexts(texts.filter(({ name }) => isRepeated(name))),
    collection: given('preview') ? 'preview' : 'live',
  };
  return args.help ? args : checked(command, args);
}

const camel = (name: string): string => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

function groupedTexts(texts: readonly { name: string; text: string }[]): { [name: string]: string[] } {
  const lists: { [name: string]: string[] } = {};
  for (const { name, text } of texts) (lists[name] ??= []).push(text);
  return lists;
}

/** The words again, with each file as an absolute path: the server may run in another folder. */
export function withWholePaths(command: Command, argv: readonly string[]): string[] {
  const whole = [...argv];
  const { words, values } = lineOf(command, argv);
  if (command.positionals.areFiles) for (const { index, text } of words) whole[index] = resolve(text);
  for (const { name, text, index, isInline } of values) {
    if (text === null) continue;
    const file = command.fileIn?.(name, text) ?? null;
    const value = file === null ? text : `${text.slice(0, -file.length)}${resolve(file)}`;
    if (isInline) whole[index] = `--${name}=${value}`;
    else whole[index + 1] = value;
  }
  return whole;
}

const everywhere: readonly LineOption[] = [{ name: 'json' }, { name: 'help' }];

/** The words after the name of the command, each with its place among them. */
function lineOf(command: Command, argv: readonly string[]): Pick<Line, 'words' | 'values'> {
  const { name, positionals, options, flags, examples, repeated = [] } = command;
  const table: LineTable = {
    commands: [
      {
        name,
        options: [
          ...Object.keys(options).map((one) => ({
            name: one,
            placeholder: 'VALUE',
            isRepeated: repeated.includes(one),
          })),
          ...flags.map((flag) => ({ name: flag })),
        ],
        argument: { placeholder: positionals.name, min: positionals.min, max: positionals.max },
        examples: examples.map((example) => `${call} ${example}`),
      },
    ],
    everywhere,
    nameOf: () => name,
    call,
    shown: (word) => JSON.stringify(word),
  };
  try {
    const { words, values } = readLine([name, ...argv], table);
    const moved = <At extends { index: number }>(one: At): At => ({ ...one, index: one.index - 1 });
    return { words: words.map(moved), values: values.map(moved) };
  } catch (error) {
    throw error instanceof LineFault ? new UsageError(error.message) : error;
  }
}

function checked(command: Command, args: Arguments): Arguments {
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
  const examples = command.examples.map((example) => `  ${call} ${example}`);
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
