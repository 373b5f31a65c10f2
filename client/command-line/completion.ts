// Completion scripts for shells, made from a table of commands and options.

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

export type ProgramOption = {
  readonly name: string;
  readonly about: string;
  /** Absent: the option is a switch. */
  readonly placeholder?: string;
  readonly choices?: readonly string[] | undefined;
};

export type ProgramCommand = {
  readonly name: string;
  readonly about: string;
  readonly options: readonly ProgramOption[];
  readonly argument?: { readonly placeholder: string; readonly choices: readonly string[]; readonly isFile: boolean };
};

export type Program = {
  readonly name: string;
  readonly commands: readonly ProgramCommand[];
  /** Every option that any command has, and those that all have. */
  readonly options: readonly ProgramOption[];
  readonly everywhere: readonly ProgramOption[];
};

export function completionFor(shell: Shell, program: Program): string {
  return { bash, zsh, fish }[shell](program);
}

const flags = (options: readonly ProgramOption[]): string => options.map(({ name }) => `--${name}`).join(' ');

function bash({ name: program, commands, options, everywhere }: Program): string {
  const values = options
    .filter(({ choices }) => choices !== undefined)
    .map(
      ({ name, choices = [] }) =>
        `    --${name}) COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$word")); return ;;`,
    );
  const cases = commands.map(({ name, argument, options: own }) => {
    const files = argument?.isFile === true ? '; [[ $word == -* ]] || COMPREPLY=($(compgen -f -- "$word"))' : '';
    const words = [...(argument?.choices ?? []), flags([...own, ...everywhere])].join(' ');
    return `    ${name}) COMPREPLY=($(compgen -W '${words}' -- "$word"))${files} ;;`;
  });
  return `# ${program}: completion for bash. Load it with: source <(${program} completion bash)
_${program}() {
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
complete -F _${program} ${program}
`;
}

/** Quoted for single quotes, without the characters that have a meaning for zsh. */
const quoted = (text: string): string => text.replaceAll("'", "'\\''").replace(/[[\]:]/g, (sign) => `\\${sign}`);

function zshOption({ name, about, placeholder, choices }: ProgramOption): string {
  const value =
    placeholder === undefined ? '' : `:${quoted(placeholder)}:${choices === undefined ? '' : `(${choices.join(' ')})`}`;
  return `'--${name}[${quoted(about)}]${value}'`;
}

function zsh({ name: program, commands, everywhere }: Program): string {
  const cases = commands.map(({ name, argument, options }) => {
    const { placeholder = '', choices = [], isFile = false } = argument ?? {};
    const how = choices.length > 0 ? `(${choices.join(' ')})` : isFile ? '_files' : '';
    const word = argument === undefined ? [] : [`'::${quoted(placeholder)}:${how}'`];
    return `    ${name}) _arguments ${[...[...options, ...everywhere].map(zshOption), ...word].join(' ')} ;;`;
  });
  return `#compdef ${program}
# ${program}: completion for zsh. Put it into a folder of $fpath as _${program}.
_${program}() {
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
if [ "$funcstack[1]" = _${program} ]; then _${program} "$@"; else compdef _${program} ${program}; fi
`;
}

function fish({ name: program, commands, everywhere }: Program): string {
  const spoken = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const option = (condition: string, { name, about, placeholder, choices }: ProgramOption): string => {
    const value =
      placeholder === undefined ? '' : choices === undefined ? ' -r' : ` -x -a ${spoken(choices.join(' '))}`;
    return `complete -c ${program} ${condition}-l ${name} -d ${spoken(about)}${value}`;
  };
  const lines = commands.flatMap(({ name, about, argument, options }) => {
    const condition = `-n '__fish_seen_subcommand_from ${name}' `;
    const choices = argument?.choices ?? [];
    return [
      `complete -c ${program} -n __fish_use_subcommand -a ${name} -d ${spoken(about)}`,
      ...options.map((one) => option(condition, one)),
      ...(choices.length > 0 ? [`complete -c ${program} ${condition}-a ${spoken(choices.join(' '))}`] : []),
      ...(argument?.isFile === true ? [`complete -c ${program} ${condition}-F`] : []),
    ];
  });
  return `# ${program}: completion for fish. Load it with: ${program} completion fish | source
complete -c ${program} -f
${everywhere.map((one) => option('', one)).join('\n')}
${lines.join('\n')}
`;
}
