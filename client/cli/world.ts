// What a run of the command line gets from the outside, so that a test can put its own in the place of each.
import type { Clock } from '../login/clock.ts';

/** The only variables of the environment that are read. */
export const environmentNames = [
  'SERVICE_API_KEY',
  'XDG_CONFIG_HOME',
  'NO_COLOR',
  'FORCE_COLOR',
  'TERM',
  'COLUMNS',
] as const;

export type Environment = { readonly [Name in (typeof environmentNames)[number]]?: string | undefined };

/** Somewhere to write to. */
export interface Screen {
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  write(chunk: string | Uint8Array): void;
}

export interface World {
  readonly env: Environment;
  /** The person's own folder. */
  readonly home: string;
  /** What the login calls this machine. */
  readonly hostname: string;
  /** Windows has no modes of files to look at. */
  readonly platform: string;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: Screen;
  readonly stderr: Screen;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly clock: Clock;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Calls again and again, until the function that it gives back is called. */
  every(milliseconds: number, work: () => void): () => void;
}
