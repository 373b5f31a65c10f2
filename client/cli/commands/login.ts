// Command `login`: a person approves in a browser and the key is stored; nothing metered is requested.
import type { KeyStatus } from '../../../generated/api.ts';
import { checkoutOf, creditAwaited } from '../../credit.ts';
import type { ResearchClient } from '../../research-client.ts';
import { isResearchError } from '../../problems.ts';
import { isUsable } from '../../usable.ts';
import type { Command, Context } from '../command.ts';
import type { ExitCode } from '../calls/exit-codes.ts';
import type { CommandInput } from '../command-input.ts';
import { packageVersion } from '../version.ts';
import { LoginSpeech } from './login-speech.ts';

const USUAL_WAIT_MINUTES = 10;
const DEVICE_NAME_MAX = 48;

export const loginCommand: Command = {
  name: 'login',
  about: 'get a key that a person approves in a browser, and keep it',
  options: ['non-interactive', 'device-name', 'wait-for-credit'],
  charge: 'free; it never asks for anything that costs',
  more: 'A key in SERVICE_API_KEY, or one that is kept and works, is used as it is, and no other is made. With --non-interactive each step is a line of JSON on stdout: authorize (give the person browserUrl and userCode), authorized, checkout (give the person the link; only a person pays), done.',
  examples: ['research login', 'research login --non-interactive --device-name "build agent"'],
  run: async (context, given) => {
    const speech = new LoginSpeech(context, context.output.isJson);
    const existing = await existingStatus(context, speech);
    const client = existing === null ? await context.client('no-key') : await context.client('key');
    const status = existing ?? (await deviceStatus(context, given, client, speech));
    return conclude(context, { status, client, minutes: minutesOf(context, given) }, speech);
  },
};

/** Status of the stored key; null if there is none or it is no longer valid, so that a login may start. */
async function existingStatus(context: Context, speech: LoginSpeech): Promise<KeyStatus | null> {
  const { key, from } = await context.access();
  if (key === null) return null;
  const client = await context.client('key');
  try {
    const { data } = await client.status({ signal: context.world.signal });
    speech.existing(from);
    return data;
  } catch (thrown) {
    const isOver = isResearchError(thrown) && thrown.code === 'unauthorized' && from !== 'SERVICE_API_KEY';
    if (!isOver) throw thrown;
    speech.replacing(from);
    return null;
  }
}

async function deviceStatus(
  context: Context,
  given: CommandInput,
  client: ResearchClient,
  speech: LoginSpeech,
): Promise<KeyStatus> {
  const { credentials, output, world, waiting } = context;
  const { baseUrl } = await context.access();
  await credentials.prepare();
  const { status } = await client.login({
    deviceName: given.text('device-name') ?? deviceNameOf(world.hostname),
    acquisition: { entrypoint: 'cli', clientName: 'research', clientVersion: packageVersion },
    signal: world.signal,
    onCode: (code) => speech.authorize(code),
    save: async (key) => {
      output.hide(key);
      waiting.clear();
      await credentials.save(baseUrl, key);
      speech.authorized(credentials.path);
    },
  });
  return status ?? (await client.status({ signal: world.signal })).data;
}

/** The allowed device name: 1 to 48 characters without control characters. */
function deviceNameOf(hostname: string): string {
  const safe = hostname.replace(/[^\p{L}\p{N}.-]/gu, '');
  return [...`research on ${safe === '' ? 'this machine' : safe}`].slice(0, DEVICE_NAME_MAX).join('');
}

function minutesOf({ output, world }: Context, given: CommandInput): number {
  const isForPerson = !output.isJson && world.stdout.isTerminal;
  return given.number('wait-for-credit') ?? (isForPerson ? USUAL_WAIT_MINUTES : 0);
}

type Ending = { readonly status: KeyStatus; readonly client: ResearchClient; readonly minutes: number };

async function conclude(
  { world, waiting }: Context,
  { status: first, client, minutes }: Ending,
  speech: LoginSpeech,
): Promise<ExitCode> {
  const { clock, signal } = world;
  const milliseconds = minutes * 60_000;
  const checkoutUrl = checkoutOf(first);
  let status = first;
  if (checkoutUrl !== null) {
    speech.checkout(checkoutUrl, minutes > 0 ? clock.elapsed() + milliseconds : null);
    const ask = () => client.status({ signal });
    // A person who stops the wait still sees the status of the key.
    status = await creditAwaited(first, { clock, signal, milliseconds, ask }).catch((thrown: unknown) => {
      if (signal.aborted) return first;
      throw thrown;
    });
    waiting.clear();
  }
  speech.done(status);
  if (signal.aborted) return 130;
  return status.dataMode === 'preview' || isUsable(status).usable ? 0 : 4;
}
