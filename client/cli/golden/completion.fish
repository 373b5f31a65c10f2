# research: completion for fish. Load it with: research completion fish | source
complete -c research -f
complete -c research -l json -d 'the document as the service sent it, on stdout; all else on stderr'
complete -c research -l base-url -d 'the service; without, http://127.0.0.1:8080, or, where SERVICE_API_KEY is not set, the one last logged in to' -r
complete -c research -l timeout -d 'for each attempt; 30 without' -r
complete -c research -l ascii -d 'draw with ASCII characters only'
complete -c research -l no-color -d 'no colours; NO_COLOR and FORCE_COLOR are followed too'
complete -c research -l help -d 'help on this command'
complete -c research -l version -d 'the version of this program'
complete -c research -n __fish_use_subcommand -a login -d 'get a key that a person approves in a browser, and keep it'
complete -c research -n '__fish_seen_subcommand_from login' -l non-interactive -d 'for agents: JSON lines on stdout, nobody is asked anything'
complete -c research -n '__fish_seen_subcommand_from login' -l device-name -d 'what the person who approves sees; at most 48 characters' -r
complete -c research -n '__fish_seen_subcommand_from login' -l wait-for-credit -d 'how long to wait for credit that a person adds; 10 in a terminal, else 0' -r
complete -c research -n __fish_use_subcommand -a logout -d 'forget the key that is kept for a service'
complete -c research -n __fish_use_subcommand -a status -d 'whether the key can pay for research now, and what is left'
complete -c research -n __fish_use_subcommand -a tickers -d 'what is covered'
complete -c research -n __fish_use_subcommand -a brief -d 'a cited brief of a ticker or an entity: its views, its price, its chart, its sources'
complete -c research -n '__fish_seen_subcommand_from brief' -l as-of -d 'what was known then; the newest settled answer without' -r
complete -c research -n '__fish_seen_subcommand_from brief' -l full -d 'with the whole case behind each view'
complete -c research -n '__fish_seen_subcommand_from brief' -l max-results -d 'at most so many views, 1 to 20' -r
complete -c research -n '__fish_seen_subcommand_from brief' -l request-id -d 'of an earlier attempt: the same question is not charged twice' -r
complete -c research -n '__fish_seen_subcommand_from brief' -l max-charge -d 'spend at most so many requests, stop before the next' -r
complete -c research -n __fish_use_subcommand -a beliefs -d 'attributed beliefs, the newest first; or the entities that have some'
complete -c research -n '__fish_seen_subcommand_from beliefs' -l ticker -d 'of this ticker only' -r
complete -c research -n '__fish_seen_subcommand_from beliefs' -l entity -d 'of this entity only' -r
complete -c research -n '__fish_seen_subcommand_from beliefs' -l person -d 'of this person only' -r
complete -c research -n '__fish_seen_subcommand_from beliefs' -l direction -d 'one of bullish, bearish, mixed, unclear' -x -a 'bullish bearish mixed unclear'
complete -c research -n '__fish_seen_subcommand_from beliefs' -l status -d 'one of forming, active, strengthened, weakened, reversed, resolved, abandoned, unknown' -x -a 'forming active strengthened weakened reversed resolved abandoned unknown'
complete -c research -n '__fish_seen_subcommand_from beliefs' -l updated-since -d 'observed or revised since' -r
complete -c research -n '__fish_seen_subcommand_from beliefs' -l observed-since -d 'first observed at or after this instant' -r
complete -c research -n '__fish_seen_subcommand_from beliefs' -l observed-until -d 'first observed before this instant' -r
complete -c research -n '__fish_seen_subcommand_from beliefs' -l entities -d 'list what has beliefs, companies and others, in place of the beliefs'
complete -c research -n '__fish_seen_subcommand_from beliefs' -l limit -d 'records on a page, 1 to 50; 20 without' -r
complete -c research -n '__fish_seen_subcommand_from beliefs' -l all -d 'every page, not only the first; each is a request of its own'
complete -c research -n '__fish_seen_subcommand_from beliefs' -l page -d 'go on at a next_page_url, unchanged' -r
complete -c research -n '__fish_seen_subcommand_from beliefs' -l as-of -d 'what was known then; the newest settled answer without' -r
complete -c research -n '__fish_seen_subcommand_from beliefs' -l request-id -d 'of an earlier attempt: the same question is not charged twice' -r
complete -c research -n '__fish_seen_subcommand_from beliefs' -l max-charge -d 'spend at most so many requests, stop before the next' -r
complete -c research -n __fish_use_subcommand -a belief -d 'everything recorded of one belief: claims, course, outcomes, targets, sources'
complete -c research -n '__fish_seen_subcommand_from belief' -l as-of -d 'what was known then; the newest settled answer without' -r
complete -c research -n '__fish_seen_subcommand_from belief' -l request-id -d 'of an earlier attempt: the same question is not charged twice' -r
complete -c research -n '__fish_seen_subcommand_from belief' -l max-charge -d 'spend at most so many requests, stop before the next' -r
complete -c research -n __fish_use_subcommand -a sources -d 'where research comes from'
complete -c research -n '__fish_seen_subcommand_from sources' -l kind -d 'one of post, article, filing, transcript, interview, video, letter, report, dataset' -x -a 'post article filing transcript interview video letter report dataset'
complete -c research -n '__fish_seen_subcommand_from sources' -l observed-since -d 'first observed at or after this instant' -r
complete -c research -n '__fish_seen_subcommand_from sources' -l observed-until -d 'first observed before this instant' -r
complete -c research -n '__fish_seen_subcommand_from sources' -l limit -d 'records on a page, 1 to 50; 20 without' -r
complete -c research -n '__fish_seen_subcommand_from sources' -l all -d 'every page, not only the first; each is a request of its own'
complete -c research -n '__fish_seen_subcommand_from sources' -l page -d 'go on at a next_page_url, unchanged' -r
complete -c research -n '__fish_seen_subcommand_from sources' -l as-of -d 'what was known then; the newest settled answer without' -r
complete -c research -n '__fish_seen_subcommand_from sources' -l request-id -d 'of an earlier attempt: the same question is not charged twice' -r
complete -c research -n '__fish_seen_subcommand_from sources' -l max-charge -d 'spend at most so many requests, stop before the next' -r
complete -c research -n __fish_use_subcommand -a source -d 'one source with its newest evidence'
complete -c research -n '__fish_seen_subcommand_from source' -l as-of -d 'what was known then; the newest settled answer without' -r
complete -c research -n '__fish_seen_subcommand_from source' -l request-id -d 'of an earlier attempt: the same question is not charged twice' -r
complete -c research -n '__fish_seen_subcommand_from source' -l max-charge -d 'spend at most so many requests, stop before the next' -r
complete -c research -n __fish_use_subcommand -a source-evidence -d 'everything captured from one source, the newest first'
complete -c research -n '__fish_seen_subcommand_from source-evidence' -l observed-since -d 'first observed at or after this instant' -r
complete -c research -n '__fish_seen_subcommand_from source-evidence' -l observed-until -d 'first observed before this instant' -r
complete -c research -n '__fish_seen_subcommand_from source-evidence' -l limit -d 'records on a page, 1 to 50; 20 without' -r
complete -c research -n '__fish_seen_subcommand_from source-evidence' -l all -d 'every page, not only the first; each is a request of its own'
complete -c research -n '__fish_seen_subcommand_from source-evidence' -l page -d 'go on at a next_page_url, unchanged' -r
complete -c research -n '__fish_seen_subcommand_from source-evidence' -l as-of -d 'what was known then; the newest settled answer without' -r
complete -c research -n '__fish_seen_subcommand_from source-evidence' -l request-id -d 'of an earlier attempt: the same question is not charged twice' -r
complete -c research -n '__fish_seen_subcommand_from source-evidence' -l max-charge -d 'spend at most so many requests, stop before the next' -r
complete -c research -n __fish_use_subcommand -a evidence -d 'the captured words behind a citation'
complete -c research -n '__fish_seen_subcommand_from evidence' -l as-of -d 'what was known then; the newest settled answer without' -r
complete -c research -n '__fish_seen_subcommand_from evidence' -l request-id -d 'of an earlier attempt: the same question is not charged twice' -r
complete -c research -n '__fish_seen_subcommand_from evidence' -l max-charge -d 'spend at most so many requests, stop before the next' -r
complete -c research -n __fish_use_subcommand -a releases -d 'what was released and when, the newest first'
complete -c research -n '__fish_seen_subcommand_from releases' -l after -d 'only releases with a higher number, the oldest first' -r
complete -c research -n '__fish_seen_subcommand_from releases' -l before -d 'only releases with a lower number' -r
complete -c research -n '__fish_seen_subcommand_from releases' -l limit -d 'records on a page, 1 to 50; 20 without' -r
complete -c research -n '__fish_seen_subcommand_from releases' -l all -d 'every page, not only the first; each is a request of its own'
complete -c research -n '__fish_seen_subcommand_from releases' -l page -d 'go on at a next_page_url, unchanged' -r
complete -c research -n '__fish_seen_subcommand_from releases' -l follow -d 'wait for further releases and print each as it comes, until Ctrl-C'
complete -c research -n __fish_use_subcommand -a changes -d 'what changed between two cutoffs, with citations'
complete -c research -n '__fish_seen_subcommand_from changes' -l since -d 'the earlier cutoff' -r
complete -c research -n '__fish_seen_subcommand_from changes' -l until -d 'the later cutoff; the newest settled answer without' -r
complete -c research -n '__fish_seen_subcommand_from changes' -l tickers -d 'of these tickers only, with commas between them' -r
complete -c research -n '__fish_seen_subcommand_from changes' -l entity -d 'of this entity only' -r
complete -c research -n '__fish_seen_subcommand_from changes' -l limit -d 'records on a page, 1 to 50; 20 without' -r
complete -c research -n '__fish_seen_subcommand_from changes' -l all -d 'every page, not only the first; each is a request of its own'
complete -c research -n '__fish_seen_subcommand_from changes' -l page -d 'go on at a next_page_url, unchanged' -r
complete -c research -n '__fish_seen_subcommand_from changes' -l request-id -d 'of an earlier attempt: the same question is not charged twice' -r
complete -c research -n '__fish_seen_subcommand_from changes' -l max-charge -d 'spend at most so many requests, stop before the next' -r
complete -c research -n __fish_use_subcommand -a diff -d 'what changed in a brief between two cutoffs'
complete -c research -n '__fish_seen_subcommand_from diff' -l from -d 'the earlier cutoff' -r
complete -c research -n '__fish_seen_subcommand_from diff' -l to -d 'the later cutoff; the newest settled answer without' -r
complete -c research -n '__fish_seen_subcommand_from diff' -l request-id -d 'of an earlier attempt: the same question is not charged twice' -r
complete -c research -n '__fish_seen_subcommand_from diff' -l max-charge -d 'spend at most so many requests, stop before the next' -r
complete -c research -n __fish_use_subcommand -a verify -d 'recompute the hashes, the quotes and the digest of a document'
complete -c research -n '__fish_seen_subcommand_from verify' -l brief -d 'verify a fresh brief of this ticker or entity in place of a file' -r
complete -c research -n '__fish_seen_subcommand_from verify' -l as-of -d 'what was known then; the newest settled answer without' -r
complete -c research -n '__fish_seen_subcommand_from verify' -l digest -d 'what the bytes have to give: the Document-Digest of their answer' -r
complete -c research -n '__fish_seen_subcommand_from verify' -l receipt -d 'take the digest from the receipt of this request id, free' -r
complete -c research -n '__fish_seen_subcommand_from verify' -l log -d 'prove every row by the public log too, free; of a file with --receipt'
complete -c research -n '__fish_seen_subcommand_from verify' -l log-key -d 'a verifier key of the log, as its operator published it' -r
complete -c research -n '__fish_seen_subcommand_from verify' -l evidence -d 'read the captured words of every citation too; each is a request of its own'
complete -c research -n '__fish_seen_subcommand_from verify' -l request-id -d 'of an earlier attempt: the same question is not charged twice' -r
complete -c research -n '__fish_seen_subcommand_from verify' -l max-charge -d 'spend at most so many requests, stop before the next' -r
complete -c research -n '__fish_seen_subcommand_from verify' -F
complete -c research -n __fish_use_subcommand -a receipts -d 'what every request of the workspace was charged, the newest first'
complete -c research -n '__fish_seen_subcommand_from receipts' -l charged-since -d 'charged at or after this instant' -r
complete -c research -n '__fish_seen_subcommand_from receipts' -l charged-until -d 'charged before this instant' -r
complete -c research -n '__fish_seen_subcommand_from receipts' -l limit -d 'records on a page, 1 to 50; 20 without' -r
complete -c research -n '__fish_seen_subcommand_from receipts' -l all -d 'every page, not only the first; each is a request of its own'
complete -c research -n '__fish_seen_subcommand_from receipts' -l page -d 'go on at a next_page_url, unchanged' -r
complete -c research -n __fish_use_subcommand -a receipt -d 'what one request id was charged, and the digest of what it gave'
complete -c research -n __fish_use_subcommand -a completion -d 'print a completion script for a shell'
complete -c research -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'
complete -c research -n __fish_use_subcommand -a help -d 'say what there is, or what one command takes, gives and costs'
complete -c research -n '__fish_seen_subcommand_from help' -a 'login logout status tickers brief beliefs belief sources source source-evidence evidence releases changes diff verify receipts receipt completion help'
