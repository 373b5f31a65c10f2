// Load generator over keep-alive connections: sends the next question at once, and counts whole expected answers only.
import { type Socket, connect } from 'node:net';

export type Question = {
  /** Path and query. */
  path: string;
  /** API key or access token, if needed. */
  key?: string;
  /** Header lines of a GET. */
  headers?: string;
  /** Body of a POST; absent for a GET. */
  post?: { body: string; headers: string };
  /** Size of the answer in bytes: exact, or a minimum if each answer differs. */
  bytes?: number | undefined;
  bytesMin?: number;
};

export type Load = {
  port: number;
  connections: number;
  seconds: number;
  /** Ends early after this many answers. */
  answersMax?: number;
  /** Returns the next question; each call gets a separate request id. */
  next: () => Question;
  newRequestId: () => string;
};

export type LoadResult = {
  count: number;
  seconds: number;
  bytes: number;
  /** Latency of each answer, in milliseconds. */ latencies: number[];
};

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('\r\nContent-Length: ');
const LENGTH_LOWER = Buffer.from('\r\ncontent-length: ');
const STATUS = Buffer.from('HTTP/1.1 200 ');

/**
 * Ends when every question of this time is answered, so that the count equals the served answers. A raw socket, because
 * node:http would cost several times as much as the fastest measured server.
 */
export async function generate(load: Load): Promise<LoadResult> {
  const start = performance.now();
  const loaded: LoadResult = { count: 0, seconds: 0, bytes: 0, latencies: [] };
  const until = start + load.seconds * 1_000;
  // One shared buffer: an answer is checked where it was read, and not stored.
  const buffer = Buffer.allocUnsafe(256 * 1024);
  await Promise.all(Array.from({ length: load.connections }, () => converse({ load, loaded, until, buffer })));
  loaded.seconds = (performance.now() - start) / 1_000;
  return loaded;
}

type Conversation = { load: Load; loaded: LoadResult; until: number; buffer: Buffer };

function converse({ load, loaded, until, buffer }: Conversation): Promise<void> {
  return new Promise((resolve, reject) => {
    let question: Question = { path: '/' };
    let asked = 0;
    /** Missing bytes of the current body; null while its head is read. */
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
        // A partial head is copied, because the buffer will be overwritten.
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
