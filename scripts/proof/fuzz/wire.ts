// One connection that is kept open: it sends bytes exactly as they are and reads one whole answer at a time.
import { type Socket, connect } from 'node:net';

export type Answer = {
  status: number;
  /** Names in lower case; several values of one name are kept apart. */
  headers: ReadonlyMap<string, readonly string[]>;
  body: Buffer;
  /** The answer says that the connection ends with it. */
  closes: boolean;
  ms: number;
};

/** The connection broke, or nothing more came, before an answer was whole. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

const SILENT_MS_MAX = 15_000;

export function headerOf({ headers }: Pick<Answer, 'headers'>, name: string): string | null {
  return headers.get(name)?.join(', ') ?? null;
}

export class Connection {
  readonly #port: number;
  #socket: Socket | null = null;
  #pending: Buffer = Buffer.alloc(0);
  #wake: () => void = () => undefined;
  #isOver = false;

  constructor(port: number) {
    this.#port = port;
  }

  /** `isHead`: no body follows, regardless of the headers. A stream of events is left after its first piece. */
  async exchange(bytes: Buffer, isHead: boolean): Promise<Answer> {
    const socket = this.#socket ?? this.#open();
    if (this.#pending.length > 0) throw new ConnectionLost(`${this.#pending.length} bytes came that nobody asked for`);
    const started = performance.now();
    const silent = setTimeout(() => this.close(), SILENT_MS_MAX);
    try {
      socket.write(bytes);
      const answer = { ...(await this.#answer(isHead)), ms: performance.now() - started };
      if (answer.closes) this.close();
      return answer;
    } catch (thrown) {
      this.close();
      throw thrown;
    } finally {
      clearTimeout(silent);
    }
  }

  close(): void {
    this.#socket?.destroy();
    this.#socket = null;
    this.#isOver = true;
    this.#wake();
  }

  #open(): Socket {
    const socket = connect(this.#port, '127.0.0.1');
    socket.setNoDelay(true);
    this.#socket = socket;
    this.#pending = Buffer.alloc(0);
    this.#isOver = false;
    socket.on('data', (chunk) => {
      if (this.#socket !== socket) return;
      this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
      this.#wake();
    });
    const over = (): void => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#isOver = true;
      this.#wake();
    };
    socket.on('error', over).on('close', over);
    return socket;
  }

  async #answer(isHead: boolean): Promise<Omit<Answer, 'ms'>> {
    const head = (await this.#until((bytes) => bytes.indexOf('\r\n\r\n') + 1 || -1)) - 1;
    const lines = this.#take(head + 4)
      .toString('latin1')
      .trimEnd()
      .split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(lines[0] ?? '')?.[1] ?? Number.NaN);
    if (Number.isNaN(status)) throw new ConnectionLost(`no status line: ${lines[0]}`);
    if (status < 200) return this.#answer(isHead);
    const headers = new Map<string, string[]>();
    for (const line of lines.slice(1)) {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).toLowerCase();
      headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()]);
    }
    const closes = headers.get('connection')?.[0]?.toLowerCase() === 'close';
    const isStream = headers.get('content-type')?.[0]?.startsWith('text/event-stream') === true;
    const body = isHead || status === 204 || status === 304 ? Buffer.alloc(0) : await this.#body(headers, isStream);
    return { status, headers, body, closes: closes || isStream };
  }

  async #body(headers: ReadonlyMap<string, readonly string[]>, isStream: boolean): Promise<Buffer> {
    const length = headers.get('content-length')?.[0];
    if (length !== undefined) {
      await this.#until((bytes) => (bytes.length >= Number(length) ? 0 : -1));
      return this.#take(Number(length));
    }
    if (headers.get('transfer-encoding')?.[0] !== 'chunked') throw new ConnectionLost('a body without a length');
    const chunks: Buffer[] = [];
    for (;;) {
      const line = await this.#until((bytes) => bytes.indexOf('\r\n'));
      const size = Number.parseInt(this.#take(line + 2).toString('latin1'), 16);
      await this.#until((bytes) => (bytes.length >= size + 2 ? 0 : -1));
      chunks.push(this.#take(size + 2).subarray(0, size));
      if (size === 0 || isStream) return Buffer.concat(chunks);
    }
  }

  /** Waits until `found` gives a place in what has come. */
  async #until(found: (bytes: Buffer) => number): Promise<number> {
    for (;;) {
      const place = found(this.#pending);
      if (place >= 0) return place;
      if (this.#isOver)
        throw new ConnectionLost(`the connection ended after ${this.#pending.length} bytes of an answer`);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  #take(count: number): Buffer {
    const taken = this.#pending.subarray(0, count);
    this.#pending = this.#pending.subarray(count);
    return taken;
  }
}
