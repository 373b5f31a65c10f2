// What one bundle file holds, as its first pass gathers it and its checks read it.
import type { Reference } from './references.ts';
import type { BundleRecord, RecordOf } from '../records/records.ts';

export type Lined<T extends BundleRecord> = { line: number; record: T };

/** What one file holds, by what is asked of it. */
export type BundleFacts = {
  importId: number;
  defined: Set<string>;
  tickers: Set<string>;
  references: Reference[];
  /** Its captured texts stay in the rows of the import. */
  evidence: Map<string, { line: number; observedAt: string }>;
  citations: Map<string, Lined<RecordOf<'citation'>>>;
  beliefs: Map<string, Lined<RecordOf<'belief'>>>;
  revisions: Lined<RecordOf<'revision'>>[];
  conditions: Lined<RecordOf<'condition'>>[];
  intents: Lined<RecordOf<'intent'>>[];
  targets: Lined<RecordOf<'target'>>[];
  /** `kind key` of what takes the place of a released or a staged record: what rests on that has to rest on this. */
  replaced: Set<string>;
};
