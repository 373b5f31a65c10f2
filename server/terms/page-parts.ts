// Parts of a cached page of a list: its frame, and the records that it shares with other pages.

/** UTF-8 JSON and its SHA-256 in 32 one-byte characters, the fastest form to write: a page holds a hundred of them. */
export interface SharedRecord {
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** A document without its records: RECORD_PLACE marks the position of each in the frame, in order. */
export interface Parts {
  readonly frame: Buffer;
  readonly records: readonly SharedRecord[];
}
