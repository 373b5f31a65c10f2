// Choice of service and key: the key of the environment, else the stored key of that service. A key of the environment
// is never sent to the service of an earlier login, which may not have issued it.
import { hasKeyCharacters, localAddress } from '../../settings.ts';
import type { Credentials } from './credentials.ts';
import { Failure } from '../calls/failure.ts';
import type { World } from '../world.ts';

export interface Access {
  readonly baseUrl: string;
  readonly key: string | null;
  /** Origin of the key, in words for people. */
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

/** The service of a stored key: the given address, else that of the latest login. */
export async function keptService(credentials: Credentials, asked: string | undefined): Promise<string> {
  return asked ?? (await credentials.latest()) ?? localAddress;
}
