// The operator's command line: each command runs in the server that holds the store, or opens the store.
import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { completionFor, shells } from '../client/command-line/completion.ts';
import { commandNamed, overview, program } from './admin/commands.ts';
import {
  helpOf,
  parseCommand,
  UsageError,
  withWholePaths,
  type Arguments,
  type Command,
  type Progress,
} from './admin/command.ts';
import { handOver } from './admin/keeping/hand-over.ts';
import { printedFailure, runCommand, type CommandOutput } from './admin/run-command.ts';
import { ConfigError, localAddress, readConfig } from './config.ts';
import { cutSecrets } from './contract/validation/secret-text.ts';
import { type ServiceClock, serviceClock } from './process/service-clock.ts';
import { openStore } from './store/engine/engine.ts';
import { StoreHeldError } from './store/engine/failures.ts';

export async function main(argv: readonly string[]): Promise<number> {
  try {
    const done = await run(argv);
    process.stdout.write(done.stdout);
    process.stderr.write(done.stderr);
    return done.exit;
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof ConfigError)) throw error;
    process.stderr.write(`${cutSecrets(error.message)}\n`);
    return 2;
  }
}

async function run(words: readonly string[]): Promise<CommandOutput> {
  // `help release` is `release --help`.
  const [name, ...rest] = words[0] === 'help' && words[1] !== undefined ? [words[1], '--help'] : words;
  if (name === undefined || name === 'help' || name === '--help')
    return { exit: name === undefined ? 2 : 0, stdout: overview(), stderr: '' };
  if (name === 'completion') return completion(rest);
  const command = commandNamed(name);
  const args = usage(command, rest);
  if (args.help) return { exit: 0, stdout: helpOf(command), stderr: '' };
  try {
    return await runWhereTheStoreIs(command, withWholePaths(command, rest));
  } catch (error) {
    return printedFailure(error, args.json);
  }
}

/** Needs no store. */
function completion([word, ...others]: readonly string[]): CommandOutput {
  const shell = shells.find((one) => one === word);
  if (shell === undefined || others.length > 0) throw new UsageError(`completion needs one of ${shells.join(', ')}`);
  return { exit: 0, stdout: completionFor(shell, program()), stderr: '' };
}

function usage(command: Command, argv: readonly string[]): Arguments {
  try {
    return parseCommand(command, argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}\n\n${helpOf(command)}`);
  }
}

async function runWhereTheStoreIs(command: Command, argv: string[]): Promise<CommandOutput> {
  const { dataDir, databaseUrl, baseUrl: configured, host, port, smtp, approvals } = readConfig();
  const bar = progressBar();
  const over = databaseUrl === null ? await handOver(dataDir, { command: command.name, argv }, bar.show) : null;
  if (over !== null) return bar.end(over);
  // Without a statement timeout: a release of a million rows is one statement.
  const store = await open(databaseUrl === null ? { dataDir } : { databaseUrl, statementTimeoutMs: 0 });
  const elapsed = (): number => performance.now();
  let clock: ServiceClock | null = null;
  try {
    clock = await serviceClock({ db: store.db, elapsed, onFailure: () => undefined });
    const baseUrl = configured ?? localAddress(host, port);
    return bar.end(
      await runCommand(command, argv, {
        store,
        now: clock.now,
        randomBytes,
        baseUrl,
        mails: smtp !== null,
        approvals,
        onProgress: bar.show,
      }),
    );
  } finally {
    bar.end(null);
    clock?.stop();
    await store.close();
  }
}

/** A server that has just started holds the store before it listens for commands. */
async function open(options: Parameters<typeof openStore>[0]): ReturnType<typeof openStore> {
  try {
    return await openStore(options);
  } catch (error) {
    if (error instanceof StoreHeldError) error.message += '. If it is this service, it is just starting: try again';
    throw error;
  }
}

type Bar = { show: Progress; end: <T>(value: T) => T };

/** For a terminal only; a log or a pipe gets just the report. */
function progressBar(): Bar {
  const { stderr } = process;
  if (!stderr.isTTY) return { show: () => undefined, end: (value) => value };
  let shown = '';
  const draw = (text: string): void => {
    if (text === shown) return;
    shown = text;
    stderr.write(`\r\u001B[K${text}`);
  };
  return {
    show: (file, phase, share) => {
      const done = Math.floor(share * 30);
      draw(
        `${phase} [${'#'.repeat(done)}${'.'.repeat(30 - done)}] ${String(Math.floor(share * 100)).padStart(3)} % ${file}`,
      );
    },
    end: (value) => {
      draw('');
      return value;
    },
  };
}

// Run by node itself, as in a container; a path through a symbolic link is this file too. A program given by `node -e`
// has another word in this place.
const [, script = ''] = process.argv;
if (existsSync(script) && fileURLToPath(import.meta.url) === realpathSync(script)) {
  process.exitCode = await main(process.argv.slice(2));
}
