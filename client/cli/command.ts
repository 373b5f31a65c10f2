// What a command is, as the table of commands declares it, and what it is run with.
import type { ResearchClient } from '../research-client.ts';
import type { Access } from './keys/access.ts';
import type { Credentials } from './keys/credentials.ts';
import type { ExitCode } from './calls/exit-codes.ts';
import type { Given } from './given.ts';
import type { OptionName } from './options.ts';
import type { Output } from './output.ts';
import type { Kind } from './values.ts';
import type { Unfinished } from './calls/unfinished.ts';
import type { Waiting } from './calls/waiting.ts';
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
  /** Beside those that every command has. */
  readonly options: readonly OptionName[];
  /** What it costs. */
  readonly charge: string;
  readonly examples: readonly string[];
  readonly more?: string;
  readonly run: (context: Context, given: Given) => Promise<ExitCode>;
}

export interface Context {
  readonly world: World;
  readonly output: Output;
  readonly waiting: Waiting;
  readonly credentials: Credentials;
  readonly commands: readonly Command[];
  /** Said should the run fail. */
  readonly unfinished: Unfinished;
  /** Of one attempt. */
  readonly timeoutMs: number;
  /** Which service, and which key for it; read when it is first asked for. */
  access(): Promise<Access>;
  /** Refuses before anything is sent where a key is needed and there is none. */
  client(needs: 'key' | 'no-key'): Promise<ResearchClient>;
}
