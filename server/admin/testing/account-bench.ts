/** Support for tests of the commands for accounts: runs them on a store, with a clock that goes on a second each time it is read. */
import { randomBytes } from 'node:crypto';
import type { Store } from '../../store/engine/engine.ts';
import { commands } from '../commands.ts';
import { type CommandOutput, runCommand } from '../run-command.ts';

export type AccountBench = {
  run(name: string, ...argv: string[]): Promise<CommandOutput>;
  /** The report of a command that must not be refused. */
  reported(name: string, ...argv: string[]): Promise<Record<string, unknown>>;
  /** Makes a workspace; gives its id. */
  makeWorkspace(name?: string): Promise<string>;
};

/** An id as they are made, of a workspace that there is not. */
export const missing = 'ws_000000000000000000000000';

export function accountBench(store: Store, from = '2026-01-31T12:00:00.000Z'): AccountBench {
  let at = Date.parse(from);
  const now = (): string => new Date((at += 1_000)).toISOString();
  async function run(name: string, ...argv: string[]): Promise<CommandOutput> {
    const command = commands.find((one) => one.name === name);
    if (command === undefined) throw new Error(`there is no command ${name}`);
    return runCommand(command, argv, {
      store,
      now,
      randomBytes,
      baseUrl: 'https://research.test',
      mails: false,
      onProgress: () => undefined,
    });
  }
  async function reported(name: string, ...argv: string[]): Promise<Record<string, unknown>> {
    const { exit, stdout, stderr } = await run(name, ...argv, '--json');
    if (exit !== 0) throw new Error(`${name} was refused: ${stderr}`);
    return JSON.parse(stdout) as Record<string, unknown>;
  }
  return {
    run,
    reported,
    makeWorkspace: async (name = 'Research desk') => String((await reported('create-workspace', name))['workspace_id']),
  };
}
