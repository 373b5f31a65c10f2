// The public log of a service over HTTP. It is the same for everybody: no key and no cookie is sent.
import { ResearchError } from '../problems.ts';
import type { LogSource } from './public-log.ts';

/** A tile has 8,192 bytes, and a checkpoint with all its signatures less. */
const BYTES_MAX = 65_536;

type GetBytes = (path: string) => Promise<Uint8Array>;
export type LogFetch = (request: Request) => Promise<Response>;

const getting =
  (address: string, fetch: LogFetch): GetBytes =>
  async (path) => {
    const url = `${address.replace(/\/$/, '')}/${path}`;
    const request = new Request(url, { redirect: 'error', credentials: 'omit' });
    const response = await fetch(request).catch((thrown: unknown) => {
      throw unread(url, thrown instanceof Error ? thrown.message : 'no answer');
    });
    if (response.status === 404) throw absent(url);
    if (response.status !== 200) throw unread(url, `status ${response.status}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length > BYTES_MAX) throw unread(url, `${bytes.length} bytes`);
    return bytes;
  };

const unread = (url: string, why: string): ResearchError =>
  new ResearchError('network', { detail: `${url} could not be read: ${why}.`, retryable: true });

/** A signed checkpoint has its tiles: a log without them was cut, or is not the one that was signed. */
const absent = (url: string): ResearchError =>
  url.endsWith('/checkpoint')
    ? new ResearchError('log-not-signed', { detail: `${url} is not there: nothing is signed yet, or it is a preview.` })
    : new ResearchError('log-forked', { detail: `${url} is not there, and a signed checkpoint needs it.` });

/** The log of the service at `baseUrl`. */
export function logSource(baseUrl: string, fetch: LogFetch = globalThis.fetch): LogSource {
  const get = getting(`${baseUrl.replace(/\/$/, '')}/log`, fetch);
  return { checkpoint: async () => new TextDecoder().decode(await get('checkpoint')), tile: get };
}

/**
 * Verifier keys that the service names: of the log and of its witnesses. A forger of the log would name others, so
 * compare them with what you got another way, and keep them.
 */
export async function logKeys(baseUrl: string, fetch: LogFetch = globalThis.fetch): Promise<string[]> {
  const bytes = await getting(baseUrl, fetch)('.well-known/transparency-log');
  const { keys, witnesses } = JSON.parse(new TextDecoder().decode(bytes)) as LogKeys;
  return [...keys, ...witnesses].map(({ verifier_key }) => verifier_key);
}

interface LogKeys {
  readonly keys: readonly { readonly verifier_key: string }[];
  readonly witnesses: readonly { readonly verifier_key: string }[];
}
