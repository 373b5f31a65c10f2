/** Every limit of the HTTP surface that is not written in the contract itself. */
export const limits = {
  header_bytes_max: 8 * 1024,
  body_bytes_max: 16 * 1024,
  /** Code points of hostile input that a problem ever repeats. */
  echo_characters_max: 64,
  /** Faults that one problem lists; a request with more is told of these first. */
  faults_max: 32,
  headers_timeout_ms: 5_000,
  request_timeout_ms: 10_000,
  connections_check_ms: 1_000,
  keep_alive_timeout_ms: 61_000,
  /** What a stopping server waits for running requests, in all. */
  drain_ms: 8_000,
  /** How long of that a connection may seem idle: time for a request that is already on its way. */
  drain_notice_ms: 2_000,
} as const;
