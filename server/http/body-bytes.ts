/** Reader of request bodies within a limit of bytes. */
import type { IncomingMessage } from 'node:http';
import { limits } from '../contract/limits.ts';
import { ProblemError } from '../contract/problems.ts';

/**
 * Null for a body that is too large. It is read to its end and dropped, because leaving early would cut the connection
 * before the answer. Events, not an iterator: an iterator over a request takes as long as answering it.
 */
export function readBodyBytes(
  request: IncomingMessage,
  bytesMax: number = limits.body_bytes_max,
): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= bytesMax) chunks.push(chunk);
    });
    request.on('end', () => resolve(size > bytesMax ? null : joined(chunks)));
    request.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ECONNRESET' ? endedEarly() : error));
    request.on('close', () => {
      if (!request.readableEnded) reject(endedEarly());
    });
    // The client had left before the listeners were added.
    if (request.destroyed) reject(endedEarly());
  });
}

/** A client that leaves in the middle of its body is not a failure of the service. */
const endedEarly = (): ProblemError => new ProblemError('invalid-request', { detail: 'The body ended early.' });

const joined = (chunks: readonly Buffer[]): Buffer =>
  chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
