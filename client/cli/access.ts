// Which service is asked, and with which key: the environment's, else the one kept for that service.
import { hasKeyCharacters, localAddress } from '../settings.ts';
import type { Credentials } from './credentials.ts';
import { Failure } from './failure.ts';
import type { World } from './world.ts';

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
  const baseUrl = asked ?? (await credentials.latest()) ?? localAddress;
  if (ofEnvironment !== '') return { baseUrl, key: ofEnvironment, from: 'SERVICE_API_KEY' };
  const kept = await credentials.keyFor(baseUrl);
  return { baseUrl, key: kept, from: kept === null ? 'none' : credentials.path };
}
