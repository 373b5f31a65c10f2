// Errors of the command line itself, with their fix.
import type { CommandLineCode } from './exit-codes.ts';

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: CommandLineCode;
  readonly fix: string | null;

  constructor(code: CommandLineCode, message: string, fix: string | null = null) {
    super(message);
    this.code = code;
    this.fix = fix;
  }
}

export function usage(message: string, fix: string | null = null): Failure {
  return new Failure('usage', message, fix);
}
