// Baseline of a price load: `\copy` of the file into a bare table, measured in the same run.
import { createReadStream } from 'node:fs';
import pg from 'pg';

/** Methods of the driver's connection that COPY needs and its declaration lacks. */
type Wire = { query(text: string): void; sendCopyFromChunk(chunk: Buffer): boolean; endCopyFrom(): void };
type Writable = { writableNeedDrain: boolean; once(event: 'drain', listener: () => void): void };

/** Submittable query of the driver, which calls these methods by name. */
class CopyFile {
  readonly #text: string;
  readonly #file: string;
  readonly #settle: { resolve: () => void; reject: (error: Error) => void };

  constructor(text: string, file: string, settle: { resolve: () => void; reject: (error: Error) => void }) {
    this.#text = text;
    this.#file = file;
    this.#settle = settle;
  }

  submit(connection: Wire): void {
    connection.query(this.#text);
  }

  handleCopyInResponse(connection: Wire & { stream: Writable }): void {
    void (async () => {
      for await (const chunk of createReadStream(this.#file, { highWaterMark: 256 * 1024 })) {
        connection.sendCopyFromChunk(chunk as Buffer);
        if (connection.stream.writableNeedDrain)
          await new Promise<void>((resolve) => connection.stream.once('drain', resolve));
      }
      connection.endCopyFrom();
    })();
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#settle.resolve();
  }

  handleError(error: Error): void {
    this.#settle.reject(error);
  }
}

/** Seconds to copy the rows of a price file into a table without keys. */
export async function copySeconds(databaseUrl: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('create table bare (ticker text, session_date date, adjusted_close numeric)');
    const begun = performance.now();
    await new Promise<void>((resolve, reject) => {
      const copying = new CopyFile('copy bare from stdin (format csv, header)', file, { resolve, reject });
      client.query(copying as unknown as pg.Submittable);
    });
    const seconds = (performance.now() - begun) / 1_000;
    await client.query('drop table bare');
    return seconds;
  } finally {
    await client.end();
  }
}
