/** Content codings of documents; a compressed form is made at its first request, then cached. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { remembered } from '../memory/remembered.ts';
import { sharedWork } from '../memory/shared-work.ts';

export type ContentCoding = 'identity' | 'gzip' | 'br';

const compressors = {
  // Level 5 takes a few times as long as gzip, once, and compresses better; level 11 would take sixty times as long.
  br: (bytes: Uint8Array) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Uint8Array) => gunzippable(bytes, { level: 6 }),
};
const brotli = promisify(brotliCompress);
const gunzippable = promisify(gzip);

/** Below this size compression saves no packet. */
const BYTES_MIN = 1_024;

/** Preferred coding of those that the client accepts (RFC 9110 12.5.3); the smallest if it has no preference. */
export function codingOf(request: IncomingMessage, bytes: Uint8Array): ContentCoding {
  const header = request.headers['accept-encoding'];
  if (header === undefined || bytes.length < BYTES_MIN) return 'identity';
  const accepted = typeof header === 'string' ? header : String(header);
  if (accepted === 'identity') return 'identity';
  const weights = weightsOf(accepted);
  const weigh = (coding: ContentCoding): number =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? LEAST_WEIGHT : 0);
  // If nothing is acceptable, plain bytes are the better answer: every client can read them (12.5.3 permits it).
  const offered = (['br', 'gzip', 'identity'] as const).filter((coding) => weigh(coding) > 0);
  return offered.reduce<ContentCoding>(
    (best, one) => (weigh(one) > weigh(best) ? one : best),
    offered[0] ?? 'identity',
  );
}

/** Weight of the plain bytes if the header does not name them: acceptable, but below all others (12.5.3). */
const LEAST_WEIGHT = Number.MIN_VALUE;

function weightsOf(header: string): Map<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.split(';');
      // The old name of gzip (8.4.1.3).
      return [
        name
          .trim()
          .toLowerCase()
          .replace(/^x-gzip$/, 'gzip'),
        weightIn(parameters),
      ];
    }),
  );
}

/**
 * A qvalue (12.4.2), also with more digits than the grammar allows, because its meaning is clear. Any other text counts
 * as an exclusion of the coding.
 */
function weightIn(parameters: readonly string[]): number {
  const [weight, ...others] = parameters.map((one) => one.trim()).filter((one) => one !== '');
  if (weight === undefined) return 1;
  const q = /^q=(0(?:\.\d*)?|1(?:\.0*)?)$/i.exec(weight)?.[1];
  return q === undefined || others.length > 0 ? 0 : Number(q);
}

type Compression = Exclude<ContentCoding, 'identity'>;

/** Copied into a buffer of the exact size: zlib returns a part of the 16 KB that it wrote into. */
export async function encode(bytes: Uint8Array, coding: Compression): Promise<Uint8Array> {
  return new Uint8Array(await compressors[coding](bytes));
}

/** Objects around the bytes. */
const ENTRY_BYTES = 400;

const kept = remembered<string, Uint8Array>('compressed', {
  sizeOf: (coded, key) => coded.length + key.length + ENTRY_BYTES,
});
const underway = sharedWork<Uint8Array>();

/** A document with this SHA-256, compressed once for all who request it soon. */
export async function encodeOnce(sha256: string, bytes: Uint8Array, coding: Compression): Promise<Uint8Array> {
  const key = `${sha256} ${coding}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  return underway.of(key, async () => {
    const coded = await encode(bytes, coding);
    kept.set(key, coded);
    return coded;
  });
}
