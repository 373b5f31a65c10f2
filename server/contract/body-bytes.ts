/** The bytes of a request body, within a limit. */
import type { IncomingMessage } from 'node:http';
import { limits } from './limits.ts';
import { ProblemError } from './problems.ts';

/** Null for a body that is too large. */
export async function readBodyBytes(
  request: IncomingMessage,
  bytesMax: number = limits.body_bytes_max,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // What is too large is read to its end and dropped: leaving early would cut the connection before the answer.
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= bytesMax) chunks.push(chunk);
    }
  } catch (error) {
    // Whoever sends half a body and goes away is no failure of ours.
    if ((error as NodeJS.ErrnoException).code === 'ECONNRESET') {
      throw new ProblemError('invalid-request', { detail: 'The body ended early.' });
    }
    throw error;
  }
  return size > bytesMax ? null : Buffer.concat(chunks);
}
