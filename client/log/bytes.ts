// Bytes of the public log: base64, hex and SHA-256, and the two hashes of RFC 6962.

export const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Undefined if the text is not base64 with its padding. */
export function base64Bytes(text: string): Uint8Array | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
}

export const base64Text = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

export const hexText = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Undefined if the text is not hexadecimal. */
export function hexBytes(text: string): Uint8Array | undefined {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

export async function digest(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)));
}

/** Prefixes that keep a leaf from being read as a node, and a node from being read as a leaf. */
const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

export const leafHash = (entry: Uint8Array): Promise<Uint8Array> => digest(leafPrefix, entry);

export const nodeHash = (left: Uint8Array, right: Uint8Array): Promise<Uint8Array> => digest(nodePrefix, left, right);
