// One request as it goes over the wire, and what is known beforehand of its answer.
import type { Operation } from './contract.ts';

/** Expected outcome by the contract, derived without code of the service. */
export type Expectation = {
  /** The only allowed status; null if several are possible. */
  status: number | null;
  /** The exact places that a 400 must name. Null: unknown. Empty: another code than `invalid-request`. */
  places: ReadonlySet<string> | null;
  /** Unknown parameters and the like, which a 400 names in its own words. */
  hasOther: boolean;
};

export const anything: Expectation = { status: null, places: null, hasOther: false };

export type FuzzRequest = {
  /** `operation`: one of the contract; `refused`: an unknown method or path; the others have separate rules. */
  kind: 'operation' | 'refused' | 'page' | 'mcp';
  operation: Operation | null;
  method: string;
  target: string;
  headers: readonly (readonly [string, string])[];
  body: Buffer | null;
  isChunked: boolean;
  expected: Expectation;
  /** Values of the client; more than 64 characters of one are never repeated. */
  values: readonly string[];
};

/** Characters that a header may not hold are left out: what refuses them is below any operation. */
export function headerText(value: string): string {
  const latin = [...value].map((one) => ((one.codePointAt(0) ?? 0) > 255 ? Buffer.from(one).toString('latin1') : one));
  return latin
    .join('')
    .replaceAll(/[\u0000-\u0008\u000a-\u001f\u007f]/g, '')
    .trim();
}

export function headOf({ method, target, headers, body, isChunked }: FuzzRequest): string {
  const framing = body === null ? [] : [isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`];
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`), ...framing];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

export function bytesOf(sent: FuzzRequest): Buffer {
  const head = Buffer.from(headOf(sent), 'latin1');
  if (sent.body === null) return head;
  if (!sent.isChunked) return Buffer.concat([head, sent.body]);
  const half = Math.ceil(sent.body.length / 2);
  const pieces = [sent.body.subarray(0, half), sent.body.subarray(half)].filter((piece) => piece.length > 0);
  const chunks = pieces.flatMap((piece) => [
    Buffer.from(`${piece.length.toString(16)}\r\n`),
    piece,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([head, ...chunks, Buffer.from('0\r\n\r\n')]);
}

/** The last value wins nowhere: several of one name are one list, as HTTP has it. */
export function valueOf(headers: FuzzRequest['headers'], name: string): string | null {
  const values = headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value.trim());
  return values.length === 0 ? null : values.join(', ');
}
