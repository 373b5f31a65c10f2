// Encodings of a text in an address or a form: proper, needless, double, partial, and bytes that are not UTF-8.
import type { Draw } from './draw.ts';

const broken = ['%', '%4', '%zz', '%FF', '%C0%80', '%ED%A0%80', '%E2%82', '%00', '%u0041', '%F5%80%80%80'];

/** All that HTTP does not let stand in an address as it is. */
const needed = /[^!-~]|[#%&+]/gu;

export function encoded(value: string): string {
  // Halves of surrogate pairs have no UTF-8: they come as the bytes that they would be.
  return value.replaceAll(/\p{Surrogate}/gu, '\uFFFD').replaceAll(needed, (one) => hex(one));
}

const hex = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join('');

/** Of a path: a slash would begin another segment, a question mark the query. */
export function pathEncoded(value: string): string {
  return encoded(value).replaceAll('/', '%2F').replaceAll('?', '%3F');
}

/** One in sixteen is written in an unusual way; what it then means is what a decoder makes of it. */
export function written(draw: Draw, value: string, encode: (value: string) => string = encoded): string {
  const plain = encode(value);
  switch (draw.below(80)) {
    case 0:
      return [...value].map((one) => (/\p{Surrogate}/u.test(one) ? '%EF%BF%BD' : hex(one))).join('');
    case 1:
      return plain.replaceAll(/%[0-9A-F]{2}/g, (one) => one.toLowerCase());
    case 2:
      return encode(plain);
    case 3:
      return plain.replaceAll('%20', '+');
    case 4: {
      const at = draw.below(plain.length + 1);
      return `${plain.slice(0, at)}${draw.pick(broken)}${plain.slice(at)}`;
    }
    default:
      return plain;
  }
}
