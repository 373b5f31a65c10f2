/** Support for tests: an export as its lines, and an export made of changed lines. */
import { createHash } from 'node:crypto';
import type { Store } from '../engine/engine.ts';
import { exported, withSnapshot } from '../keeping/export.ts';
import { restore, type RestoreResult, type RestoreOptions } from '../keeping/restore.ts';

export async function exportedLines({ db, engine }: Pick<Store, 'db' | 'engine'>): Promise<string[]> {
  return withSnapshot(db, async (trx) => {
    const chunks: Buffer[] = [];
    for await (const chunk of exported(trx, { engine, contractVersion: '2026-10-05' })) chunks.push(chunk);
    return Buffer.concat(chunks).toString().split('\n').slice(0, -1);
  });
}

/** The lines again, with a last line that fits them, as a careful editor of the file would write them. */
export function sealed(lines: readonly string[]): string[] {
  const before = lines.slice(0, -1);
  const sha256 = createHash('sha256')
    .update(before.map((line) => `${line}\n`).join(''))
    .digest('hex');
  return [...before, JSON.stringify({ ...(JSON.parse(lines.at(-1) ?? '') as object), sha256 })];
}

/** Content of an export without the time and place of its making. */
export function contentOf(lines: readonly string[]): { rows: string; counts: unknown } {
  const { rows } = JSON.parse(lines.at(-1) ?? '') as { rows: unknown };
  // A store that was restored signs nothing in its log until its operator continues it.
  const signs = /^(\[true,"[^"]+",)(?:true|false)(?=,")/gm;
  return { rows: lines.slice(1, -1).join('\n').replaceAll(signs, '$1null'), counts: rows };
}

/** In pieces that end anywhere. */
export async function* bytesOf(lines: readonly string[], pieceBytes = 1_000): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

export function restoreLines(
  store: Store,
  lines: readonly string[],
  options: RestoreOptions = {},
): Promise<RestoreResult> {
  return restore(store.db, bytesOf(lines), options);
}
