// A file as a stream of bytes, decompressed when it is gzipped, which its first bytes say and its name does not have to.
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { RefusedInput, refused } from './faults.ts';
import { inputLimits, type InputLimits } from './input-limits.ts';

/** How far a file has been read, in bytes as they lie on disk. */
export type Progress = (done: number, total: number) => void;

export async function* readBytes(
  file: string,
  progress?: Progress,
  limits: InputLimits = inputLimits,
): AsyncGenerator<Buffer> {
  const { gzipped, size } = await look(file);
  const raw = createReadStream(file, { highWaterMark: 256 * 1024 });
  let done = 0;
  raw.on('data', (chunk) => {
    done += chunk.length;
    progress?.(done, size);
  });
  const bytes: Readable = gzipped ? pipeline(raw, createGunzip(), () => undefined) : raw;
  let total = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      total += chunk.length;
      refuseBomb(file, { total, done }, limits);
      yield chunk;
    }
  } catch (error) {
    throw readFailure(file, error);
  } finally {
    raw.destroy();
  }
}

/** A few kilobytes can decompress to as much as anyone has patience for. */
function refuseBomb(file: string, { total, done }: { total: number; done: number }, limits: InputLimits): void {
  const { file_bytes_max: bytesMax, expansion_max: timesMax, expansion_bytes_free: free } = limits;
  if (total > bytesMax) {
    throw refused(file, {}, `it holds more than ${bytesMax} bytes`, 'split it into several files');
  }
  if (total > free && total > done * timesMax) {
    throw refused(
      file,
      {},
      `it decompresses to more than ${timesMax} times its size`,
      'no research does; decompress it, look at what is in it, and load that',
    );
  }
}

async function look(file: string): Promise<{ gzipped: boolean; size: number }> {
  try {
    const found = await stat(file);
    if (!found.isFile() && !found.isDirectory()) {
      throw refused(file, {}, 'it is no regular file', 'save it to a file first');
    }
    const { size } = found;
    const handle = await open(file);
    try {
      const magic = Buffer.alloc(2);
      const { bytesRead } = await handle.read(magic, 0, 2, 0);
      return { size, gzipped: bytesRead === 2 && magic[0] === 0x1f && magic[1] === 0x8b };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw readFailure(file, error);
  }
}

function readFailure(file: string, error: unknown): unknown {
  if (error instanceof RefusedInput) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'Z_BUF_ERROR') {
    return refused(file, {}, 'the compressed file ends too early: it is truncated', 'copy or download it again');
  }
  if (code.startsWith('Z_')) return refused(file, {}, 'the compressed data is damaged', 'copy or download it again');
  if (code === 'ENOENT') return refused(file, {}, 'there is no such file', 'check its path');
  if (code === 'EISDIR') return refused(file, {}, 'it is a folder', 'name the files in it');
  if (code === 'EACCES') return refused(file, {}, 'it may not be read', 'check its permissions');
  if (error instanceof Error && 'syscall' in error)
    return refused(file, {}, `the system cannot read it (${code})`, 'check its path and its disk');
  return error;
}
