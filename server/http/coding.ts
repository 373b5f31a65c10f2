/** Content codings: a document is compressed when it is first asked for so, and kept for the next who does. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { remembered } from '../memory/remembered.ts';
import { sharedWork } from '../memory/shared-work.ts';

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

/** What the client prefers among what it accepts (RFC 9110 12.5.3); the smallest where it does not mind. */
export function codingOf(request: IncomingMessage, bytes: Uint8Array): Coding {
  const header = request.headers['accept-encoding'];
  if (header === undefined || bytes.length < BYTES_MIN) return 'identity';
  const accepted = typeof header === 'string' ? header : String(header);
  if (accepted === 'identity') return 'identity';
  const weights = weightsOf(accepted);
  const weigh = (coding: Coding): number =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? LEAST_WEIGHT : 0);
  // Where nothing is acceptable, bytes that everyone can read are the better answer (12.5.3 leaves the choice).
  const offered = (['br', 'gzip', 'identity'] as const).filter((coding) => weigh(coding) > 0);
  return offered.reduce<Coding>((best, one) => (weigh(one) > weigh(best) ? one : best), offered[0] ?? 'identity');
}

/** Of the plain bytes where they are not named: acceptable, but below whatever is (12.5.3). */
const LEAST_WEIGHT = Number.MIN_VALUE;

function weightsOf(header: string): Map<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';');
      return [name.trim().toLowerCase(), weightIn(parameters)];
    }),
  );
}

/**
 * A qvalue (12.4.2), also with more digits than a sender may write, because it says clearly what is meant. Where anything
 * else stands, the client may have excluded the coding: it is not sent.
 */
function weightIn(parameters: readonly string[]): number {
  const [weight, ...others] = parameters.map((one) => one.trim()).filter((one) => one !== '');
  if (weight === undefined) return 1;
  const q = /^q=(0(?:\.\d*)?|1(?:\.0*)?)$/i.exec(weight)?.[1];
  return q === undefined || others.length > 0 ? 0 : Number(q);
}

type Compressed = Exclude<Coding, 'identity'>;

/** In memory of its own size: what zlib returns is a part of the 16 KB that it was written into. */
export async function encode(bytes: Uint8Array, coding: Compressed): Promise<Uint8Array> {
  return new Uint8Array(await compressors[coding](bytes));
}

/** Objects around the bytes. */
const ENTRY_BYTES = 400;

const kept = remembered<string, Uint8Array>('compressed', {
  sizeOf: (coded, key) => coded.length + key.length + ENTRY_BYTES,
});
const underway = sharedWork<Uint8Array>();

/** A document with this SHA-256, compressed once for all who request it soon. */
export async function encodeOnce(sha256: string, bytes: Uint8Array, coding: Compressed): Promise<Uint8Array> {
  const key = `${sha256} ${coding}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  return underway.of(key, async () => {
    const coded = await encode(bytes, coding);
    kept.set(key, coded);
    return coded;
  });
}
