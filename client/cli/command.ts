// Command of the command line: its row in the table of commands, and the context it runs in.
import type { ResearchClient } from '../research-client.ts';
import type { Access } from './keys/access.ts';
import type { Credentials } from './keys/credentials.ts';
import type { ExitCode } from './calls/exit-codes.ts';
import type { CommandInput } from './command-input.ts';
import type { OptionName } from './options.ts';
import type { Output } from './output.ts';
import type { Kind } from './values.ts';
import type { RunState } from './calls/run-state.ts';
import type { ProgressDisplay } from './calls/progress-display.ts';
import type { World } from './world.ts';

export interface Argument {
  readonly name: string;
  readonly kind: Kind;
  readonly about: string;
  readonly isOptional?: boolean;
}

export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly about: string;
  readonly argument?: Argument;
  /** Options in addition to those that every command has. */
  readonly options: readonly OptionName[];
  /** Charge of the command, in words. */
  readonly charge: string;
  readonly examples: readonly string[];
  readonly more?: string;
  readonly run: (context: Context, given: CommandInput) => Promise<ExitCode>;
}

export interface Context {
  readonly world: World;
  readonly output: Output;
  readonly waiting: ProgressDisplay;
  readonly credentials: Credentials;
  readonly commands: readonly Command[];
  /** State of the run, for the report if it fails. */
  readonly unfinished: RunState;
  /** Limit of one attempt. */
  readonly timeoutMs: number;
  /** The service and its key; read at the first call. */
  access(): Promise<Access>;
  /** Throws before anything is sent if a key is needed and there is none. */
  client(needs: 'key' | 'optional-key' | 'no-key'): Promise<ResearchClient>;
}
