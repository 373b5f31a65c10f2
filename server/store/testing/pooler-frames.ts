// Messages of the PostgreSQL wire protocol, as far as a pooler reads them.

const LENGTH_BYTES = 4;

/** Splits what arrives into whole messages, each with its type byte and its length. */
export function messagesOf(): (chunk: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole: Buffer[] = [];
    while (rest.length > LENGTH_BYTES && rest.length > rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      whole.push(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    return whole;
  };
}

export function message(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(1 + LENGTH_BYTES);
  head.write(type, 'latin1');
  head.writeInt32BE(LENGTH_BYTES + body.length, 1);
  return Buffer.concat([head, body]);
}

export const text = (value: string): Buffer => Buffer.from(`${value}\0`);

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

export function fatal(sqlState: string, why: string): Buffer {
  const fields = { S: 'FATAL', V: 'FATAL', C: sqlState, M: why };
  return message('E', ...Object.entries(fields).map(([name, value]) => text(name + value)), Buffer.from([0]));
}

/** Names and values of a start-up message, after its length and the version of the protocol. */
export function startUpParameters(packet: Buffer): Map<string, string> {
  const words = packet.subarray(8).toString().split('\0');
  const pairs = new Map<string, string>();
  for (let place = 0; words[place]; place += 2) pairs.set(words[place] ?? '', words[place + 1] ?? '');
  return pairs;
}

/** The SQL of a Query or Parse message and the name of a prepared statement, else null. */
export function statementIn(frame: Buffer): { name: string; sql: string } | null {
  const type = String.fromCharCode(frame[0] ?? 0);
  const words = frame
    .subarray(1 + LENGTH_BYTES)
    .toString()
    .split('\0');
  if (type === 'Q') return { name: '', sql: words[0] ?? '' };
  return type === 'P' ? { name: words[0] ?? '', sql: words[1] ?? '' } : null;
}
