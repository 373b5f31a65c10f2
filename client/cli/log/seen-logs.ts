// File of the logs that this computer has seen: the keys that it trusts and the newest checkpoint, for each service.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../login/clock.ts';
import { Failure } from '../calls/failure.ts';
import { withLock } from '../keys/lock.ts';

export interface SeenLog {
  readonly keys: readonly string[];
  readonly checkpoint: string;
}

interface Contents {
  readonly version: 1;
  readonly logs: Readonly<Record<string, SeenLog>>;
}

export class SeenLogs {
  readonly path: string;
  readonly #clock: Clock;

  /** `besides` is another file of this program. */
  constructor(besides: string, clock: Clock) {
    this.path = join(dirname(besides), 'logs.json');
    this.#clock = clock;
  }

  /** Alone with what is kept: two runs at once may not go back to an older checkpoint. */
  async change<T>(baseUrl: string, next: (kept: SeenLog | undefined) => Promise<[SeenLog, T]>): Promise<T> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 }).catch((thrown: unknown) => {
      throw this.#failure('written', thrown);
    });
    return withLock(`${this.path}.lock`, this.#clock, async () => {
      const { logs } = await this.#read();
      const [seen, result] = await next(Object.hasOwn(logs, baseUrl) ? logs[baseUrl] : undefined);
      await this.#write({ version: 1, logs: { ...logs, [baseUrl]: seen } });
      return result;
    });
  }

  async #read(): Promise<Contents> {
    const text = await readFile(this.path, 'utf8').catch((thrown: unknown) => {
      if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT') return null;
      throw this.#failure('read', thrown);
    });
    if (text === null) return { version: 1, logs: {} };
    const contents = parsed(text);
    // Starting anew without a word would forget the checkpoint that a fork is found by.
    if (contents === null) throw this.#failure('read', new Error('not as this program writes it'));
    return contents;
  }

  async #write(contents: Contents): Promise<void> {
    const temporary = `${this.path}.${randomUUID()}`;
    try {
      await writeFile(temporary, `${JSON.stringify(contents, null, 2)}\n`, { flag: 'wx', mode: 0o600, flush: true });
      await rename(temporary, this.path);
    } catch (thrown) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw this.#failure('written', thrown);
    }
  }

  #failure(done: 'read' | 'written', thrown: unknown): Failure {
    const why = thrown instanceof Error ? thrown.message : 'unknown failure';
    const fix = 'it holds the newest checkpoint that was seen: mend it, or move it away and compare the log’s key anew';
    return new Failure('log-memory-unusable', `${this.path} cannot be ${done} (${why})`, fix);
  }
}

function parsed(text: string): Contents | null {
  try {
    const { version, logs } = JSON.parse(text) as Partial<Contents>;
    const isSeenLog = (one: SeenLog): boolean => Array.isArray(one?.keys) && typeof one.checkpoint === 'string';
    return version === 1 && Object.values(logs ?? {}).every(isSeenLog) ? { version, logs: logs ?? {} } : null;
  } catch {
    return null;
  }
}
