/** Form of a command: one field for each of its arguments and options, and its words from a form that was sent. */
import { type Command, UsageError, flagsAbout } from '../admin/command.ts';
import { type Html, type Value, html } from '../pages/shell/html.ts';

export type FormValues = { get(name: string): string | null | undefined };

const noValues: FormValues = { get: () => null };

/** Flags of the command line alone, and those that the form has buttons for. */
const notOffered = new Set(['preview', 'dry-run', 'template', 'force', 'json']);

/** Options that most loads need; the others stand below "More options". */
const usual = new Set(['map', 'set', 'provider', 'release', 'reason']);

/** An option whose every value is a file of the server is the command line's own. */
const offeredOptions = (command: Command): [name: string, about: string][] =>
  Object.entries(command.options).filter(([name]) => (command.fileIn?.(name, 'x') ?? null) === null);

const nameOf = (option: string): string => `option-${option}`;

const text = (values: FormValues, name: string): string => values.get(name) ?? '';

export function commandFields(command: Command, values: FormValues = noValues): Html {
  const flags = command.flags.filter((flag) => !notOffered.has(flag));
  const fields = offeredOptions(command).map(([name, about]) => ({ name, about, values }));
  const isUsual = ({ name }: OptionField): boolean => command.required?.includes(name) === true || usual.has(name);
  const others = fields.filter((field) => !isUsual(field));
  const isFilled = others.some(({ name }) => text(values, nameOf(name)) !== '');
  return html`${positionalField(command, values)}
  ${fields.filter(isUsual).map((field) => optionField(command, field))}
  ${
    others.length > 0 &&
    html`<details${isFilled && html` open`}>
      <summary>More options</summary>
      ${others.map((field) => optionField(command, field))}
    </details>`
  }
  ${flags.map(
    (flag) =>
      html`<p class="check">
        <input type="checkbox" id="flag-${flag}" name="flag-${flag}" value="yes"${text(values, `flag-${flag}`) !== '' && html` checked`} />
        <label for="flag-${flag}">${sentence(flagsAbout[flag])}</label>
      </p>`,
  )}
  ${command.flags.includes('preview') && collectionField(values)}`;
}

function positionalField({ positionals }: Command, values: FormValues): Value {
  const { name, min, max, areFiles } = positionals;
  if (max === 0) return null;
  const required = min > 0 && html` required`;
  const field = areFiles
    ? html`<input type="file" id="argument" name="argument" multiple${required} />`
    : html`<input id="argument" name="argument" value="${text(values, 'argument')}"${required} />`;
  const label = areFiles ? 'Files' : capital(name);
  return html`<p class="field"><label for="argument">${label}</label>${field}</p>`;
}

type OptionField = { name: string; about: string; values: FormValues };

function optionField(command: Command, { name, about, values }: OptionField): Html {
  const field = nameOf(name);
  const isRequired = command.required?.includes(name) === true;
  const isRepeated = command.repeated?.includes(name) === true;
  const value = text(values, field);
  const required = isRequired && html` required`;
  const input = isRepeated
    ? html`<textarea id="${field}" name="${field}" rows="3" aria-describedby="${field}-hint"${required}>${value}</textarea>`
    : html`<input id="${field}" name="${field}" value="${value}" aria-describedby="${field}-hint"${required} />`;
  return html`<p class="field">
    <label for="${field}">${capital(name.replaceAll('-', ' '))}${!isRequired && html` <span class="soft">(optional)</span>`}</label>
    ${input}
    <small class="hint" id="${field}-hint">${sentence(about)}${isRepeated && ' One a line.'}</small>
  </p>`;
}

function collectionField(values: FormValues): Html {
  const isPreview = text(values, 'collection') === 'preview';
  return html`<p class="field">
    <label for="collection">Collection</label>
    <select id="collection" name="collection">
      <option value="live">live</option>
      <option value="preview"${isPreview && html` selected`}>preview</option>
    </select>
  </p>`;
}

export type WordsOptions = { files?: readonly string[]; isDryRun: boolean };

/** The words of the command. Each value is bound to its option, so that none can become another option. */
export function commandWords(command: Command, values: FormValues, { files, isDryRun }: WordsOptions): string[] {
  const options = offeredOptions(command).flatMap(([name]) => {
    const value = text(values, nameOf(name)).trim();
    const isRepeated = command.repeated?.includes(name) === true;
    const each = isRepeated ? value.split(/\r?\n/).map((line) => line.trim()) : [value];
    return each.filter((one) => one !== '').map((one) => `--${name}=${ofNoFile(command, name, one)}`);
  });
  const flags = command.flags.filter((flag) => !notOffered.has(flag) && text(values, `flag-${flag}`) === 'yes');
  const isPreview = command.flags.includes('preview') && text(values, 'collection') === 'preview';
  return [
    ...options,
    ...flags.map((flag) => `--${flag}`),
    ...(isPreview ? ['--preview'] : []),
    ...(isDryRun && command.flags.includes('dry-run') ? ['--dry-run'] : []),
    '--',
    ...(files ?? argumentsOf(command, text(values, 'argument').trim())),
  ];
}

/** An operator at the desk has no right to read files of the server. */
function ofNoFile(command: Command, option: string, value: string): string {
  if ((command.fileIn?.(option, value) ?? null) === null) return value;
  throw new UsageError(
    `${option} ${value} names a file of the server: write the words here, one a line, as rating=Buy:bullish`,
  );
}

/** One argument is the whole text: a name may have spaces. */
function argumentsOf({ positionals }: Command, typed: string): string[] {
  if (positionals.max === 0 || typed === '') return [];
  return positionals.max === 1 ? [typed] : typed.split(/[\s,]+/).filter((word) => word !== '');
}

const capital = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1).toLowerCase()}`;

const sentence = (words: string): string =>
  `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`.replace(/\.\.$/, '.');
