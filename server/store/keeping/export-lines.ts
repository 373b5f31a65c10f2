// The lines of an export out of its bytes, each with its number and its own bytes, however the bytes were cut into pieces.
import { isUtf8 } from 'node:buffer';
import { ExportRefusal } from './export-format.ts';

export type ExportLine = { line: number; bytes: Buffer };

/** The largest row is a captured text, or an answer that is kept, which is far smaller; an endless line costs no memory. */
export const exportLineBytesMax = 64 * 1024 * 1024;

/** Without their ends. A last line without an end was broken off. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  bytesMax: number = exportLineBytesMax,
): AsyncGenerator<ExportLine[]> {
  let [line, pending, pendingBytes] = [1, [] as Buffer[], 0];
  const keep = (bytes: Buffer): void => {
    pending.push(bytes);
    pendingBytes += bytes.length;
    if (pendingBytes > bytesMax) throw new ExportRefusal(line, `it is longer than ${bytesMax} bytes`);
  };
  for await (const piece of chunks) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const lines: ExportLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      keep(chunk.subarray(start, end));
      const bytes = pending.length === 1 && pending[0] !== undefined ? pending[0] : Buffer.concat(pending);
      if (!isUtf8(bytes)) throw new ExportRefusal(line, 'it is not UTF-8');
      lines.push({ line, bytes });
      [line, pending, pendingBytes, start] = [line + 1, [], 0, end + 1];
    }
    if (start < chunk.length) keep(Buffer.from(chunk.subarray(start)));
    if (lines.length > 0) yield lines;
  }
  if (pendingBytes > 0) throw new ExportRefusal(line, 'it is broken off: the export is truncated');
}
