// Limits of a loaded file: far above any real file, and small enough to keep the machine working.
export const inputLimits = {
  /** Of a line of records, and of a row of a table. */
  line_bytes_max: 1024 * 1024,
  rows_max: 20_000_000,
  columns_max: 1_000,
  /** Tickers of a price file: which sessions of one were seen takes 7 KB. */
  series_max: 50_000,
  depth_max: 32,
  /** Decompressed. */
  file_bytes_max: 64 * 1024 ** 3,
  /** Text that people write shrinks 5 to 20 times; a decompression bomb up to 1,030 times. */
  expansion_max: 200,
  /** So much may come out of a file before anyone looks at how little went in. */
  expansion_bytes_free: 64 * 1024 * 1024,
} as const;

export type InputLimits = { readonly [Name in keyof typeof inputLimits]: number };
