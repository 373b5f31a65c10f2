// The embedded engine's own thread: wire-protocol bytes in, wire-protocol bytes out, one message after another.
// In the server's thread it would starve the event loop: 167 awaited queries let no timer run for 1.5 s.
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { hasRoom } from './free-space.ts';

export type EngineOptions = { dataDir: string; isNew: boolean };

export type EngineRequest =
  | { id: number; kind: 'protocol'; bytes: Uint8Array }
  | { id: number; kind: 'new-session' }
  | { id: number; kind: 'checkpoint' }
  | { id: number; kind: 'close' };

export type EngineReply =
  | { kind: 'ready' }
  | { kind: 'failed'; message: string }
  | { id: number; kind: 'bytes'; bytes: Uint8Array }
  | { id: number; kind: 'done'; bytes: Uint8Array | null }
  | { id: number; kind: 'error'; message: string };

// The engine has no background processes: only this process writes a checkpoint, and without one the log grows for
// ever.
const checkpointLogBytes = 64 * 1024 * 1024;
const checkpointIntervalMs = 5 * 60_000;
const checkIntervalMs = 2_000;
/** A checkpoint may begin another segment of the log, of 16 MB. */
const checkpointRoomBytes = 24 * 1024 * 1024;
const ENOSPC = 51;

// The last byte of a reply is the state of the session: 'E' is a failed transaction, which accepts no statement.
const failedTransaction = 0x45;

const port = parentPort;
if (!port) throw new Error('this file runs as a worker thread');

const reply = (message: EngineReply, transfer: ArrayBuffer[] = []): void => port.postMessage(message, transfer);

const { dataDir, isNew } = workerData as EngineOptions;
let sessionStatus = 0;
let usedSinceCheckpoint = false;
let checkpointedAt = performance.now();
let checkpointedLsn = '0/0';
let checkpointFailed = false;

/** Returns the last piece of the answer, which goes with the end: a message costs as much as a short query. */
async function protocol(db: PGlite, id: number, bytes: Uint8Array): Promise<Uint8Array | null> {
  usedSinceCheckpoint = true;
  let last: Uint8Array<ArrayBuffer> | null = null;
  const send = (): void => {
    if (last !== null) reply({ id, kind: 'bytes', bytes: last }, [last.buffer]);
  };
  try {
    await db.execProtocolRawStream(bytes, {
      onRawData: (data) => {
        send();
        sessionStatus = data.at(-1) ?? 0;
        last = data.slice();
      },
    });
    return last;
  } catch (error) {
    send();
    throw error;
  }
}

/** A new connection starts like a new session of a server: no transaction, no statements, no earlier settings. */
async function newSession(db: PGlite): Promise<void> {
  await db.exec('rollback');
  await db.exec('discard all');
  await db.exec(`set timezone to 'UTC'`);
}

/**
 * After a failed checkpoint the engine waits for it for ever in the next one, with every statement. So none begins
 * without room on the disk or after a failure: the log then grows until the next start.
 */
const canCheckpoint = (): boolean =>
  !checkpointFailed && (dataDir.startsWith('memory:') || hasRoom(dataDir, checkpointRoomBytes));

async function checkpoint(db: PGlite): Promise<void> {
  if (!canCheckpoint()) return;
  try {
    await db.exec('checkpoint');
  } catch (error) {
    checkpointFailed = true;
    throw error;
  }
  const { rows } = await db.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
  checkpointedLsn = rows[0]?.lsn ?? checkpointedLsn;
  checkpointedAt = performance.now();
  usedSinceCheckpoint = false;
}

async function checkpointIfDue(db: PGlite): Promise<void> {
  if (!usedSinceCheckpoint || sessionStatus === failedTransaction) return;
  const { rows } = await db.query<{ bytes: number }>(
    'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), $1::pg_lsn)::float8 as bytes',
    [checkpointedLsn],
  );
  const bytes = rows[0]?.bytes ?? 0;
  const late = bytes > 0 && performance.now() - checkpointedAt >= checkpointIntervalMs;
  if (late || bytes >= checkpointLogBytes) await checkpoint(db);
}

async function handle(db: PGlite, request: EngineRequest): Promise<Uint8Array | null> {
  if (request.kind === 'protocol') return protocol(db, request.id, request.bytes);
  if (request.kind === 'new-session') await newSession(db);
  else {
    await db.exec('rollback');
    await checkpoint(db);
    // Closing is a checkpoint too. If none is possible the engine ends as in a crash, and the next start recovers.
    if (request.kind === 'close' && canCheckpoint()) await db.close();
  }
  return null;
}

/** Ready-made: the engine would take 2 s to make the same ones. Only a first start reads the package. */
async function filesOfNewStore(): Promise<Blob> {
  const files = await import('@electric-sql/pglite-prepopulatedfs');
  return files.dataDir();
}

async function run(): Promise<void> {
  const db = await PGlite.create(isNew ? { dataDir, loadDataDir: await filesOfNewStore() } : { dataDir });
  await checkpoint(db);
  let queue = Promise.resolve();
  const timer = setInterval(() => {
    queue = queue.then(() => checkpointIfDue(db)).catch(() => undefined);
  }, checkIntervalMs);
  port?.on('message', (request: EngineRequest) => {
    queue = queue
      .then(() => handle(db, request))
      .then(
        (bytes) => reply({ id: request.id, kind: 'done', bytes }),
        (error: unknown) => reply({ id: request.id, kind: 'error', message: wordsOf(error) }),
      );
    if (request.kind === 'close') {
      clearInterval(timer);
      void queue.then(() => port?.close());
    }
  });
  reply({ kind: 'ready' });
}

/** The file system of the engine throws its own numbers; 51 is a full disk. */
function wordsOf(error: unknown): string {
  if (error instanceof Error) return String(error);
  const errno = typeof error === 'object' && error !== null && 'errno' in error ? Number(error.errno) : null;
  if (errno === ENOSPC) return 'ENOSPC: no space left on device';
  return errno === null ? String(error) : `error ${errno} of its file system`;
}

run().catch((error: unknown) => reply({ kind: 'failed', message: wordsOf(error) }));
