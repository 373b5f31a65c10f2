// Completion scripts for shells, made from the tables of commands and options.
import type { Command } from './command.ts';
import { type OptionName, everywhere, optionNames, optionOf } from './options.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export function completionFor(shell: Shell, commands: readonly Command[]): string {
  return { bash, zsh, fish }[shell](commands);
}

const optionsOf = (command: Command): readonly OptionName[] => [...command.options, ...everywhere];
const flags = (names: readonly OptionName[]): string => names.map((name) => `--${name}`).join(' ');

/** Options whose values are a closed list. */
const chosen = (): readonly (readonly [OptionName, readonly string[]])[] =>
  optionNames.flatMap((name) => {
    const { choices } = optionOf(name).kind ?? {};
    return choices === undefined ? [] : [[name, choices] as const];
  });

function choicesOf({ argument, name }: Command, commands: readonly Command[]): readonly string[] {
  return name === 'help' ? commands.map((one) => one.name) : (argument?.kind.choices ?? []);
}

function bash(commands: readonly Command[]): string {
  const values = chosen().map(
    ([name, choices]) => `    --${name}) COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$word")); return ;;`,
  );
  const cases = commands.map((command) => {
    const choices = choicesOf(command, commands);
    const files =
      command.argument?.kind.placeholder === 'FILE'
        ? '; [[ $word == -* ]] || COMPREPLY=($(compgen -f -- "$word"))'
        : '';
    return `    ${command.name}) COMPREPLY=($(compgen -W '${[...choices, flags(optionsOf(command))].join(' ')}' -- "$word"))${files} ;;`;
  });
  return `# research: completion for bash. Load it with: source <(research completion bash)
_research() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command='' at
  COMPREPLY=()
  case $before in
${values.join('\n')}
  esac
  for ((at = 1; at < COMP_CWORD; at++)); do
    case \${COMP_WORDS[at]} in -*) ;; *) command=\${COMP_WORDS[at]}; break ;; esac
  done
  case $command in
    '') COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} ${flags(everywhere)}' -- "$word")) ;;
${cases.join('\n')}
  esac
}
complete -F _research research
`;
}

/** Inside single quotes, and without what zsh gives a meaning to. */
const quoted = (text: string): string => text.replaceAll("'", "'\\''").replace(/[[\]:]/g, (sign) => `\\${sign}`);

function zshOption(name: OptionName): string {
  const { kind, about } = optionOf(name);
  const value =
    kind === undefined
      ? ''
      : `:${quoted(kind.placeholder)}:${kind.choices === undefined ? '' : `(${kind.choices.join(' ')})`}`;
  return `'--${name}[${quoted(about)}]${value}'`;
}

function zsh(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const { argument } = command;
    const choices = choicesOf(command, commands);
    const how = choices.length > 0 ? `(${choices.join(' ')})` : argument?.kind.placeholder === 'FILE' ? '_files' : '';
    const word = argument === undefined ? [] : [`'::${quoted(argument.kind.placeholder)}:${how}'`];
    return `    ${command.name}) _arguments ${[...optionsOf(command).map(zshOption), ...word].join(' ')} ;;`;
  });
  return `#compdef research
# research: completion for zsh. Put it into a folder of $fpath as _research.
_research() {
  local -a commands=(
${commands.map(({ name, about }) => `    '${name}:${quoted(about)}'`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  words=("\${(@)words[2,-1]}")
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _research ]; then _research "$@"; else compdef _research research; fi
`;
}

function fish(commands: readonly Command[]): string {
  const spoken = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const option = (condition: string, name: OptionName): string => {
    const { kind, about } = optionOf(name);
    const value =
      kind === undefined ? '' : kind.choices === undefined ? ' -r' : ` -x -a ${spoken(kind.choices.join(' '))}`;
    return `complete -c research ${condition}-l ${name} -d ${spoken(about)}${value}`;
  };
  const lines = commands.flatMap((command) => {
    const condition = `-n '__fish_seen_subcommand_from ${command.name}' `;
    const choices = choicesOf(command, commands);
    return [
      `complete -c research -n __fish_use_subcommand -a ${command.name} -d ${spoken(command.about)}`,
      ...command.options.map((name) => option(condition, name)),
      ...(choices.length > 0 ? [`complete -c research ${condition}-a ${spoken(choices.join(' '))}`] : []),
      ...(command.argument?.kind.placeholder === 'FILE' ? [`complete -c research ${condition}-F`] : []),
    ];
  });
  return `# research: completion for fish. Load it with: research completion fish | source
complete -c research -f
${everywhere.map((name) => option('', name)).join('\n')}
${lines.join('\n')}
`;
}
