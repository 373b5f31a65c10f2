// World of a run: everything that the command line gets from the outside, so that a test can replace it.
import type { Clock } from '../login/clock.ts';

/** The only environment variables that are read. */
export const environmentNames = [
  'SERVICE_API_KEY',
  'XDG_CONFIG_HOME',
  'NO_COLOR',
  'FORCE_COLOR',
  'TERM',
  'COLUMNS',
] as const;

export type Environment = { readonly [Name in (typeof environmentNames)[number]]?: string | undefined };

/** Output stream. */
export interface Screen {
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  write(chunk: string | Uint8Array): void;
}

export interface World {
  readonly env: Environment;
  /** The person's home folder. */
  readonly home: string;
  /** Name of this machine, used as the device name of a login. */
  readonly hostname: string;
  /** Windows has no permission bits to check. */
  readonly platform: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly clock: Clock;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Repeats the work until the returned function is called. */
  every(milliseconds: number, work: () => void): () => void;
}
