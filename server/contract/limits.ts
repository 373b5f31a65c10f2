/** Every limit of the HTTP surface that is not written in the contract itself. */
export const limits = {
  header_bytes_max: 8 * 1024,
  body_bytes_max: 16 * 1024,
  /** Of a message to the MCP endpoint. */
  chat_body_bytes_max: 256 * 1024,
  /** Of an event of the payment provider. */
  event_body_bytes_max: 256 * 1024,
  /** Lists and objects in one another: what is sent here by design has seven. */
  json_levels_max: 32,
  /** Code points of hostile input that a problem ever repeats. */
  echo_characters_max: 64,
  /** An instant of a request: RFC 3339 has no bound for the digits of its second. */
  instant_characters_max: 1_024,
  /** Faults that one problem lists; a request with more is told of these first. */
  faults_max: 32,
  /** From the first byte, or from the connection where none comes. */
  headers_timeout_ms: 5_000,
  /** Head and body. With the time between two checks and the last moment to read why, it is over within ten seconds. */
  request_timeout_ms: 7_000,
  /** What a reader has to take of what waits for it, and in which time. */
  read_bytes_min: 64 * 1024,
  unread_ms: 6_000,
  connections_check_ms: 1_000,
  keep_alive_timeout_ms: 61_000,
  /** How long a connection is left open for a client to read why it was ended. */
  linger_ms: 1_000,
  /** What a stopping server waits for running requests and commands, in all. */
  drain_ms: 8_000,
  /** And then for a store that a command still holds. */
  close_ms: 1_000,
  /** How long of that a connection may seem idle: time for a request that is already on its way. */
  drain_notice_ms: 2_000,
} as const;
