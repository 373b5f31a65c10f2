// The embedded engine seen from the server's thread: starts the worker, hands it bytes, and fails everything at once when it dies.
import { Worker } from 'node:worker_threads';
import { StoreUnavailable } from '../engine/failures.ts';
import type { EngineOptions, EngineReply, EngineRequest } from './pglite-worker.ts';

type PendingJob = { onBytes: (bytes: Uint8Array) => void; resolve: () => void; reject: (error: Error) => void };
type Job = { kind: 'protocol'; bytes: Uint8Array } | { kind: 'new-session' | 'checkpoint' | 'close' };

export class PGliteHost {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PendingJob>();
  #lastId = 0;
  #dead: StoreUnavailable | null = null;

  private constructor(worker: Worker) {
    this.#worker = worker;
  }

  /** `memory://` keeps nothing; anything else is a directory, which must be absent if it is new. */
  static async start(dataDir: string, isNew = false): Promise<PGliteHost> {
    const host = new PGliteHost(startWorker({ dataDir, isNew }));
    await host.#ready();
    return host;
  }

  /** Runs bytes of the wire protocol; the answer arrives in pieces. */
  protocol(bytes: Uint8Array, onBytes: (bytes: Uint8Array) => void): Promise<void> {
    return this.#send({ kind: 'protocol', bytes }, onBytes);
  }

  newSession(): Promise<void> {
    return this.#send({ kind: 'new-session' });
  }

  checkpoint(): Promise<void> {
    return this.#send({ kind: 'checkpoint' });
  }

  /** Lets the process end although the engine runs. */
  unref(): void {
    this.#worker.unref();
  }

  async close(): Promise<void> {
    try {
      if (!this.#dead) await this.#send({ kind: 'close' });
    } finally {
      // Without a checkpoint, as on a full disk, this equals a crash: the next start recovers the written data.
      this.#dead ??= new StoreUnavailable('the embedded store is closed');
      await this.#worker.terminate();
    }
  }

  /** Ends the engine without a checkpoint, as a crash would. */
  async kill(why: string): Promise<void> {
    this.#fail(why);
    await this.#worker.terminate();
  }

  #ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#worker.on('message', (message: EngineReply) => {
        if (message.kind === 'ready') resolve();
        else if (message.kind === 'failed') {
          this.#fail(message.message);
          void this.#worker.terminate();
          reject(this.#dead);
        } else this.#take(message);
      });
      const died = (why: string): void => {
        this.#fail(why);
        reject(this.#dead);
      };
      this.#worker.on('error', (error) => died(String(error)));
      this.#worker.on('exit', () => died('the engine has stopped'));
    });
  }

  #take(message: Extract<EngineReply, { id: number }>): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if (message.kind === 'bytes') return waiting.onBytes(message.bytes);
    this.#waiting.delete(message.id);
    if (message.kind === 'done') {
      if (message.bytes !== null) waiting.onBytes(message.bytes);
      waiting.resolve();
    } else waiting.reject(cutOff(`the embedded engine failed: ${message.message}`));
  }

  #fail(why: string): void {
    this.#dead ??= new StoreUnavailable(`the embedded store cannot be used: ${why}`);
    for (const waiting of this.#waiting.values()) waiting.reject(cutOff(this.#dead.words));
    this.#waiting.clear();
  }

  #send(job: Job, onBytes: (bytes: Uint8Array) => void = () => undefined): Promise<void> {
    if (this.#dead) return Promise.reject(this.#dead);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { onBytes, resolve, reject });
      this.#worker.postMessage({ ...job, id } satisfies EngineRequest);
    });
  }
}

/** For a query handed to the engine: as with a broken connection, its outcome is unknown. */
function cutOff(words: string): StoreUnavailable {
  return new StoreUnavailable(words, { cause: new Error('Connection terminated with the embedded engine') });
}

function startWorker(options: EngineOptions): Worker {
  const file = import.meta.url.endsWith('.ts') ? './pglite-worker-from-source.mjs' : './pglite-worker.js';
  return new Worker(new URL(file, import.meta.url), { workerData: options, execArgv: [], name: 'pglite' });
}
