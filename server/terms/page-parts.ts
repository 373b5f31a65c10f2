// A page as a frame and the records that it shares with other pages.
/** UTF-8 JSON, whole or in part, and its SHA-256 in 32 characters, one for each byte: they are written a hundred times a page. */
export interface SharedRecord {
  readonly bytes: Buffer;
  readonly sha256: string;
}

/** A document without its records: the frame has RECORD_PLACE where each of them stands, in their order. */
export interface Parts {
  readonly frame: Buffer;
  readonly records: readonly SharedRecord[];
}
