// Asks over keep-alive connections as fast as it is answered, and counts nothing but whole answers of the expected status and length.
import { type Socket, connect } from 'node:net';

export type Question = {
  /** Path and query. */
  path: string;
  /** The API key or the access token, where one is needed. */
  key?: string;
  /** Header lines of a GET. */
  headers?: string;
  /** What is posted; nothing, where it is a GET. */
  post?: { body: string; headers: string };
  /** Bytes of the answer: exactly so many, or at least so many where it is another one each time. */
  bytes?: number | undefined;
  bytesMin?: number;
};

export type Load = {
  port: number;
  connections: number;
  seconds: number;
  /** Ends earlier when so much is answered. */
  answersMax?: number;
  /** What is asked next; each call gets a request id of its own. */
  next: () => Question;
  newRequestId: () => string;
};

export type Loaded = {
  count: number;
  seconds: number;
  bytes: number;
  /** Of each answer, in milliseconds. */ latencies: number[];
};

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('\r\nContent-Length: ');
const LENGTH_LOWER = Buffer.from('\r\ncontent-length: ');
const STATUS = Buffer.from('HTTP/1.1 200 ');

/**
 * Ends when every question that was asked in this time is answered, so that what was counted here is what was served.
 * node:http would cost several times what the fastest of those that it measures does; reading a head this far is enough.
 */
export async function generate(load: Load): Promise<Loaded> {
  const start = performance.now();
  const loaded: Loaded = { count: 0, seconds: 0, bytes: 0, latencies: [] };
  const until = start + load.seconds * 1_000;
  // One buffer for all: an answer is looked at where it was read, and nothing of it is kept.
  const buffer = Buffer.allocUnsafe(256 * 1024);
  await Promise.all(Array.from({ length: load.connections }, () => converse({ load, loaded, until, buffer })));
  loaded.seconds = (performance.now() - start) / 1_000;
  return loaded;
}

type Conversation = { load: Load; loaded: Loaded; until: number; buffer: Buffer };

function converse({ load, loaded, until, buffer }: Conversation): Promise<void> {
  return new Promise((resolve, reject) => {
    let question: Question = { path: '/' };
    let asked = 0;
    /** Of the body that is being read; null while its head is. */
    let missing: number | null = null;
    let head: Buffer | null = null;
    const fail = (why: string): void => {
      socket.destroy();
      reject(new Error(`${question.path} ${why}`));
    };
    const ask = (): void => {
      asked = performance.now();
      if (asked >= until || loaded.count >= (load.answersMax ?? Number.POSITIVE_INFINITY)) {
        socket.end();
        resolve();
        return;
      }
      question = load.next();
      socket.write(requestOf(question, load.newRequestId()), 'latin1');
    };
    const read = (chunk: Buffer): void => {
      let body = chunk.length;
      if (missing === null) {
        const whole: Buffer = head === null ? chunk : Buffer.concat([head, chunk]);
        const end = whole.indexOf(HEAD_END);
        // A head that comes in parts is kept; the buffer is about to be read into again.
        if (end === -1) return void (head = Buffer.from(whole));
        head = null;
        body = whole.length - end - HEAD_END.length;
        const found = lengthOf(whole, end);
        const fault = faultOf(question, whole, found);
        if (fault !== null) return fail(fault);
        missing = found;
        loaded.bytes += found;
      }
      missing -= body;
      if (missing < 0) return fail('answered more than it announced');
      if (missing > 0) return;
      missing = null;
      loaded.count += 1;
      loaded.latencies.push(performance.now() - asked);
      ask();
    };
    const socket: Socket = connect({
      port: load.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer,
        callback: (size, read_) => {
          read(Buffer.from(read_.buffer, read_.byteOffset, size));
          return true;
        },
      },
    });
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', () =>
      reject(new Error(`${question.path}: the connection was closed before the answer was whole`)),
    );
  });
}

function requestOf({ path, key, headers = '', post }: Question, requestId: string): string {
  const authorization = key === undefined ? '' : `Authorization: Bearer ${key}\r\n`;
  const method = post === undefined ? 'GET' : 'POST';
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}X-Request-ID: ${requestId}\r\n`;
  if (post === undefined) return `${head}${headers}\r\n`;
  return `${head}${post.headers}Content-Type: application/json\r\nContent-Length: ${post.body.length}\r\n\r\n${post.body}`;
}

function lengthOf(head: Buffer, end: number): number {
  const upper = head.indexOf(LENGTH);
  const at = upper === -1 || upper > end ? head.indexOf(LENGTH_LOWER) : upper;
  if (at === -1 || at > end) return Number.NaN;
  let length = 0;
  for (let place = at + LENGTH.length; ; place += 1) {
    const digit = (head[place] ?? 0) - 48;
    if (digit < 0 || digit > 9) return length;
    length = length * 10 + digit;
  }
}

function faultOf({ bytes, bytesMin = 1 }: Question, head: Buffer, found: number): string | null {
  if (head.compare(STATUS, 0, STATUS.length, 0, STATUS.length) !== 0)
    return `answered ${head.subarray(0, 2_000).toString('latin1')}`;
  if (Number.isNaN(found)) return 'answered without a Content-Length';
  if (bytes !== undefined && found !== bytes) return `answered ${found} bytes instead of ${bytes}`;
  return found < bytesMin ? `answered ${found} bytes, fewer than ${bytesMin}` : null;
}
