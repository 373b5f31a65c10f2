# research: completion for bash. Load it with: source <(research completion bash)
_research() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command='' at
  COMPREPLY=()
  case $before in
    --direction) COMPREPLY=($(compgen -W 'bullish bearish mixed unclear' -- "$word")); return ;;
    --status) COMPREPLY=($(compgen -W 'forming active strengthened weakened reversed resolved abandoned unknown' -- "$word")); return ;;
    --kind) COMPREPLY=($(compgen -W 'post article filing transcript interview video letter report dataset' -- "$word")); return ;;
  esac
  for ((at = 1; at < COMP_CWORD; at++)); do
    case ${COMP_WORDS[at]} in -*) ;; *) command=${COMP_WORDS[at]}; break ;; esac
  done
  case $command in
    '') COMPREPLY=($(compgen -W 'login logout status tickers brief beliefs belief sources source source-evidence evidence releases changes diff verify receipts receipt completion help --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    login) COMPREPLY=($(compgen -W '--non-interactive --device-name --wait-for-credit --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    logout) COMPREPLY=($(compgen -W '--json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    status) COMPREPLY=($(compgen -W '--json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    tickers) COMPREPLY=($(compgen -W '--json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    brief) COMPREPLY=($(compgen -W '--as-of --full --max-results --request-id --max-charge --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    beliefs) COMPREPLY=($(compgen -W '--ticker --entity --person --direction --status --updated-since --observed-since --observed-until --entities --limit --all --page --as-of --request-id --max-charge --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    belief) COMPREPLY=($(compgen -W '--as-of --request-id --max-charge --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    sources) COMPREPLY=($(compgen -W '--kind --observed-since --observed-until --limit --all --page --as-of --request-id --max-charge --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    source) COMPREPLY=($(compgen -W '--as-of --request-id --max-charge --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    source-evidence) COMPREPLY=($(compgen -W '--observed-since --observed-until --limit --all --page --as-of --request-id --max-charge --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    evidence) COMPREPLY=($(compgen -W '--as-of --request-id --max-charge --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    releases) COMPREPLY=($(compgen -W '--after --before --limit --all --page --follow --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    changes) COMPREPLY=($(compgen -W '--since --until --tickers --entity --limit --all --page --request-id --max-charge --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    diff) COMPREPLY=($(compgen -W '--from --to --request-id --max-charge --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    verify) COMPREPLY=($(compgen -W '--brief --as-of --digest --receipt --log --log-key --evidence --request-id --max-charge --json --base-url --timeout --ascii --no-color --help --version' -- "$word")); [[ $word == -* ]] || COMPREPLY=($(compgen -f -- "$word")) ;;
    receipts) COMPREPLY=($(compgen -W '--charged-since --charged-until --limit --all --page --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    receipt) COMPREPLY=($(compgen -W '--json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    completion) COMPREPLY=($(compgen -W 'bash zsh fish --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
    help) COMPREPLY=($(compgen -W 'login logout status tickers brief beliefs belief sources source source-evidence evidence releases changes diff verify receipts receipt completion help --json --base-url --timeout --ascii --no-color --help --version' -- "$word")) ;;
  esac
}
complete -F _research research
