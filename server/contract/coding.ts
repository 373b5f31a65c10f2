/** Content codings: each document is compressed once, when it is first asked for compressed, and kept beside its bytes. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Coding = 'identity' | 'gzip' | 'br';

const compressors = {
  // Level 5 takes a few times what gzip takes, once, and gives the smaller text; 11 would take sixty times as much.
  br: (bytes: Uint8Array) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Uint8Array) => gunzippable(bytes, { level: 6 }),
};
const brotli = promisify(brotliCompress);
const gunzippable = promisify(gzip);

/** Below this a compressed answer saves no packet. */
const BYTES_MIN = 1_024;

// As long as the bytes are kept by someone, so is what was made of them.
const kept = new WeakMap<Uint8Array, Map<Coding, Promise<Uint8Array>>>();

/** What the client prefers among what it accepts (RFC 9110 12.5.3); the smallest where it does not mind. */
export function codingOf(request: IncomingMessage, bytes: Uint8Array): Coding {
  const header = request.headers['accept-encoding'];
  if (header === undefined || bytes.length < BYTES_MIN) return 'identity';
  const accepted = typeof header === 'string' ? header : String(header);
  if (accepted === 'identity') return 'identity';
  const weights = weightsOf(accepted);
  const weigh = (coding: Coding): number =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? 0.001 : 0);
  // Where nothing is acceptable, bytes that everyone can read are the better answer (12.5.3 leaves the choice).
  const offered = (['br', 'gzip', 'identity'] as const).filter((coding) => weigh(coding) > 0);
  return offered.reduce<Coding>((best, one) => (weigh(one) > weigh(best) ? one : best), offered[0] ?? 'identity');
}

function weightsOf(header: string): Map<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';');
      const q = /^\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/i.exec(parameters[0] ?? '')?.[1];
      return [name.trim().toLowerCase(), q === undefined ? 1 : Number(q)];
    }),
  );
}

export async function encode(bytes: Uint8Array, coding: Exclude<Coding, 'identity'>): Promise<Uint8Array> {
  const made = kept.get(bytes) ?? new Map<Coding, Promise<Uint8Array>>();
  kept.set(bytes, made);
  const ready = made.get(coding) ?? compressors[coding](bytes);
  made.set(coding, ready);
  return ready;
}
