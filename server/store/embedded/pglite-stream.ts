// Socket of the pg driver, connected to the embedded engine: knex, column types and error codes are those of
// production.
import { Duplex } from 'node:stream';
import type { PGliteHost } from './pglite-host.ts';

const terminate = 0x58; // 'X', five bytes: the driver's terminate message, which must not reach the engine.

export class PGliteStream extends Duplex {
  readonly #host: PGliteHost;

  constructor(host: PGliteHost) {
    super({ highWaterMark: 1 << 20 });
    this.#host = host;
  }

  // Called by the driver on a net.Socket.
  connect(): this {
    this.#host.newSession().then(
      () => this.emit('connect'),
      (error: Error) => this.destroy(error),
    );
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  setTimeout(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#send(chunk).then(() => done(), done);
  }

  /** The driver corks what belongs together, so a whole query is one call of the engine. */
  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  async #send(bytes: Buffer): Promise<void> {
    if (bytes.length === 5 && bytes[0] === terminate) {
      this.push(null);
      return;
    }
    await this.#host.protocol(bytes, (answer) => {
      if (!this.destroyed) this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
    });
  }
}
