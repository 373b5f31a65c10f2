// Which service is asked, and with which key: the environment's, else the one kept for that service. A key of the
// environment goes where its owner says, and nowhere that an earlier login has left behind: it may be no key of that service.
import { hasKeyCharacters, localAddress } from '../../settings.ts';
import type { Credentials } from './credentials.ts';
import { Failure } from '../calls/failure.ts';
import type { World } from '../world.ts';

export interface Access {
  readonly baseUrl: string;
  readonly key: string | null;
  /** In words, for people. */
  readonly from: string;
}

export async function accessOf(
  env: World['env'],
  credentials: Credentials,
  asked: string | undefined,
): Promise<Access> {
  const ofEnvironment = (env.SERVICE_API_KEY ?? '').trim();
  if (!hasKeyCharacters(ofEnvironment))
    throw new Failure(
      'no-key',
      'SERVICE_API_KEY holds characters that no key has',
      'set it to the key alone, or unset it',
    );
  if (ofEnvironment !== '') return { baseUrl: asked ?? localAddress, key: ofEnvironment, from: 'SERVICE_API_KEY' };
  const baseUrl = await keptService(credentials, asked);
  const kept = await credentials.keyFor(baseUrl);
  return { baseUrl, key: kept, from: kept === null ? 'none' : credentials.path };
}

/** The service that kept keys are about: without an address, the one logged in to last. */
export async function keptService(credentials: Credentials, asked: string | undefined): Promise<string> {
  return asked ?? (await credentials.latest()) ?? localAddress;
}
