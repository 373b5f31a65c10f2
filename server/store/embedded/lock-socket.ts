// The socket by which one process holds the embedded store, and proves it to others that can read the folder's key.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { link, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

/**
 * A name in the kernel's own namespace has no permissions: any user of the machine can take it and keep the store from
 * opening. The listener must therefore answer a challenge with the key, which only the owner of the folder can read.
 */
export type Claim = Server | 'held' | 'squatted' | 'unsupported';

const KEY_BYTES = 32;
const CHALLENGE_BYTES = 32;
/** A holder that is busy answers late; one that does not answer at all is judged by its lock file. */
const PROOF_MS = 3_000;
const TRIES_MAX = 5;

/** Listens for as long as the server is open; a killed process gives the name up in that instant. */
export async function claimSocket(dir: string): Promise<Claim> {
  if (process.platform !== 'linux' && process.platform !== 'win32') return 'unsupported';
  const [name, key] = [socketName(dir), await keyOf(dir)];
  for (let tries = 1; ; tries += 1) {
    const server = await listen(name, key);
    if (server !== null) return server;
    const proof = await proofOf(name, key);
    // The listener has gone: the name is free now.
    if (proof !== 'gone' || tries === TRIES_MAX) return proof === 'given' ? 'held' : 'squatted';
  }
}

export function closeClaim(claim: Claim): Promise<void> {
  if (typeof claim === 'string') return Promise.resolve();
  return new Promise((resolve) => claim.close(() => resolve()));
}

/** The key of a folder: made once, by whichever process is first. */
async function keyOf(dir: string): Promise<Buffer> {
  const file = join(dir, 'store.key');
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  for (;;) {
    const [key, state] = await Promise.all([readFile(file).catch(absent), stat(file).catch(absent)]);
    const isPrivate = process.platform === 'win32' || ((state?.mode ?? 0) & 0o077) === 0;
    if (key?.length === KEY_BYTES && isPrivate) return key;
    // The file is not a key: a disk was full, or others could read it or write to it.
    if (key !== null) await rm(file, { force: true });
    try {
      await writeFile(draft, randomBytes(KEY_BYTES), { mode: 0o600 });
      await link(draft, file);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    } finally {
      await rm(draft, { force: true });
    }
  }
}

function absent(error: unknown): null {
  if (codeOf(error) === 'ENOENT') return null;
  throw error;
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Named after the directory, so that every process asks for the same one. */
export function socketName(dir: string): string {
  const name = `research-store-${createHash('sha256').update(dir).digest('hex').slice(0, 40)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`;
}

const answerTo = (challenge: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(challenge).digest();

/** Null if another process listens. */
function listen(name: string, key: Buffer): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((client) => {
      let asked = Buffer.alloc(0);
      client.unref();
      client.setTimeout(PROOF_MS, () => client.destroy());
      client.on('error', () => client.destroy());
      client.on('data', (bytes: Buffer) => {
        asked = Buffer.concat([asked, bytes]);
        if (asked.length >= CHALLENGE_BYTES) client.end(answerTo(asked.subarray(0, CHALLENGE_BYTES), key));
      });
    });
    server.maxConnections = 64;
    server.on('error', (error) => (codeOf(error) === 'EADDRINUSE' ? resolve(null) : reject(error)));
    server.listen(name, () => resolve(server.unref()));
  });
}

/** True proof that the listener can read the key; `gone` if it has closed. */
function proofOf(name: string, key: Buffer): Promise<'given' | 'missing' | 'gone'> {
  const challenge = randomBytes(CHALLENGE_BYTES);
  const wanted = answerTo(challenge, key);
  return new Promise((resolve) => {
    let answered = Buffer.alloc(0);
    const socket = connect(name, () => socket.write(challenge));
    const timer = setTimeout(() => socket.destroy(), PROOF_MS);
    socket.on('error', (error) => {
      if (codeOf(error) === 'ECONNREFUSED' || codeOf(error) === 'ENOENT') resolve('gone');
    });
    socket.on('data', (bytes: Buffer) => {
      answered = Buffer.concat([answered, bytes]);
      if (answered.length >= wanted.length) socket.destroy();
    });
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answered.length === wanted.length && timingSafeEqual(answered, wanted) ? 'given' : 'missing');
    });
  });
}
