// One run of the command line, from its arguments to its exit code. The world is its only access to the outside.
import { ResearchClient } from '../research-client.ts';
import { contractVersion } from '../settings.ts';
import { type Access, accessOf } from './keys/access.ts';
import { parse } from './arguments.ts';
import type { Context } from './command.ts';
import { commands } from './commands.ts';
import { Credentials } from './keys/credentials.ts';
import type { ExitCode } from './calls/exit-codes.ts';
import { Failure } from './calls/failure.ts';
import type { CommandInput } from './command-input.ts';
import { commandHelp, overview } from './help.ts';
import { Output } from './output.ts';
import { printError } from './error-report.ts';
import { packageVersion } from './version.ts';
import { RunState } from './calls/run-state.ts';
import { ProgressDisplay } from './calls/progress-display.ts';
import type { World } from './world.ts';

const USUAL_TIMEOUT_MS = 30_000;

export async function run(args: readonly string[], world: World): Promise<ExitCode> {
  // Read first, so that an error in the other arguments is printed in the requested form.
  const asked = { noColour: args.includes('--no-color'), ascii: args.includes('--ascii') };
  const output = new Output(world, args.includes('--json') || args.includes('--non-interactive'), asked);
  output.hide((world.env.SERVICE_API_KEY ?? '').trim());
  const waiting = new ProgressDisplay(world, output);
  const unfinished = new RunState();
  try {
    const { command, given } = parse(args, commands);
    if (given.has('version')) return printed(output, `research ${packageVersion} (contract ${contractVersion})\n`);
    if (command !== null && given.has('help')) return printed(output, commandHelp(command, output.ink));
    if (command !== null) return await command.run(contextOf({ world, output, waiting, unfinished, given }), given);
    if (given.has('help')) return printed(output, overview(commands, output.ink));
    output.note((sheet) => sheet.lines(overview(commands, output.noteInk).trimEnd().split('\n')));
    return 2;
  } catch (thrown) {
    waiting.clear();
    return printError(thrown, output, unfinished);
  } finally {
    waiting.clear();
  }
}

function printed(output: Output, text: string): ExitCode {
  output.raw(text);
  return 0;
}

type Parts = Pick<Context, 'world' | 'output' | 'waiting' | 'unfinished'> & { given: CommandInput };

function contextOf({ world, output, waiting, unfinished, given }: Parts): Context {
  const credentials = new Credentials(world);
  let known: Promise<Access> | null = null;
  const access = (): Promise<Access> =>
    (known ??= accessOf(world.env, credentials, given.text('base-url')).then((found) => {
      output.hide(found.key ?? '');
      return found;
    }));
  const timeoutMs = (given.number('timeout') ?? USUAL_TIMEOUT_MS / 1_000) * 1_000;
  const maxCharge = given.number('max-charge');
  unfinished.given = given;
  return {
    world,
    output,
    waiting,
    credentials,
    commands,
    unfinished,
    timeoutMs,
    access,
    client: async (needs) => {
      const { baseUrl, key } = await access();
      if (needs === 'key' && key === null)
        throw new Failure(
          'no-key',
          `there is no key for ${baseUrl}, and nothing was sent`,
          'research login gets one; or set SERVICE_API_KEY',
        );
      return unfinished.uses(
        new ResearchClient({
          baseUrl,
          apiKey: needs === 'no-key' ? '' : (key ?? ''),
          fetch: world.fetch,
          clock: world.clock,
          timeoutMs,
          logger: (event) => waiting.heard(event, timeoutMs),
          ...(maxCharge !== undefined && { maxCharge }),
        }),
      );
    },
  };
}
