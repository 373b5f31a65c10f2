/** Limits of the HTTP surface that the contract does not contain. */
export const limits = {
  header_bytes_max: 8 * 1024,
  body_bytes_max: 16 * 1024,
  /** Of a message to the MCP endpoint. */
  chat_body_bytes_max: 256 * 1024,
  /** Of an event of the payment provider. */
  event_body_bytes_max: 256 * 1024,
  /** Lists and objects in one another: what is sent here by design has seven. */
  json_levels_max: 32,
  /** Code points of hostile input that a problem repeats at most. */
  echo_characters_max: 64,
  /** An instant of a request: RFC 3339 has no bound for the digits of its second. */
  instant_characters_max: 1_024,
  /** Faults that one problem lists at most; a request with more gets the first ones. */
  faults_max: 32,
  /** Counted from the first byte, or from the connection if no byte arrives. */
  headers_timeout_ms: 5_000,
  /** Head and body. Together with the interval of checks and the linger time, a connection ends within ten seconds. */
  request_timeout_ms: 7_000,
  /** Bytes that a client must read of a waiting answer, and the time for it. */
  read_bytes_min: 64 * 1024,
  unread_ms: 6_000,
  connections_check_ms: 1_000,
  keep_alive_timeout_ms: 61_000,
  /** Longest `wait` of a request, below the usual 60 seconds of proxies. */
  held_seconds_max: 55,
  /** Requests that one process holds back, in all and of one address. */
  held_max: 256,
  held_of_address_max: 8,
  /** A watched list is read this often while a request waits for it, by one reader in each process. */
  watch_ms: 1_000,
  /** Time that a connection stays open so that the client can read why it ended. */
  linger_ms: 1_000,
  /** Longest wait of a stopping server for running requests and commands. */
  drain_ms: 8_000,
  /** Further wait for a store that a command still holds. */
  close_ms: 1_000,
  /** Part of the drain in which idle connections stay open: a request may already be on its way. */
  drain_notice_ms: 2_000,
} as const;
