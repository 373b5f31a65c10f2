// Options and report of an import.
import type { Store } from '../../store/engine/engine.ts';
import type { Collection } from '../../store/engine/db.ts';
import type { NamedByImport } from '../../store/staged/import-names.ts';

export type ImportOptions = {
  db: Store['db'];
  collection: Collection;
  /** Checks everything and keeps nothing. */
  dryRun: boolean;
  /** Refuses statements that open a listing or a person that no master names. */
  strict?: boolean;
  /** Stages records again that were withdrawn by mistake; the reason. */
  restate?: string;
  /** The place that the reading of a file has reached. */
  onProgress?: (file: string, phase: 'check', share: number) => void;
};

export type KindCounts = {
  read: number;
  /** Staged for the next release. */
  new: number;
  /** Already released or staged with the same content, or repeated in the file. */
  same: number;
  /** State that replaces what its key had, and explicit corrections. */
  replaced: number;
};

export type LoadReport = {
  file: string;
  collection: Collection;
  dry_run: boolean;
  records: { [kind: string]: KindCounts };
  /** The import, as staged and discard name it; null if nothing is staged of it. */
  import_id: number | null;
  /** Names in records that are new or replace others. */
  touched: NamedByImport;
  /** One sentence for the reader of a log. */
  summary: string;
  /** Parts that were left out, with the reason, and hints for a reader of the data. */
  notes: string[];
};

export function progressOf(loading: ImportOptions, file: string): (done: number, total: number) => void {
  return (done, total) => loading.onProgress?.(file, 'check', total === 0 ? 1 : done / total);
}

export class LoadCounter {
  readonly records: { [kind: string]: KindCounts } = {};

  count(kind: string, outcome: 'new' | 'same' | 'replaced'): void {
    const counts = (this.records[kind] ??= { read: 0, new: 0, same: 0, replaced: 0 });
    counts.read += 1;
    counts[outcome] += 1;
  }

  /** A record that was taken for a new one is another one. */
  recount(kind: string, outcome: 'same' | 'replaced'): void {
    const counts = (this.records[kind] ??= { read: 0, new: 0, same: 0, replaced: 0 });
    counts.new -= 1;
    counts[outcome] += 1;
  }
}
