// Lifetimes of all temporary rows. Each number stands only here; retention.ts deletes by them.

// Answers.
/** The delivered bytes of a request id are served again for this long. */
export const REPLAY_DAYS = 30;
/** A server may reuse a record for this many days before it notes the use again. */
export const RECORD_NOTED_DAYS = 7;
/** A request id stays taken, with its receipt, for this long; then its entry joins a daily sum. */
export const REQUEST_ID_DAYS = 90;
/**
 * Stored bodies are searched for legally removed records for this long: a call in progress may have stored some late.
 */
export const REMOVAL_SWEPT_DAYS = 2;
/** A retired key's cursors are accepted for this long. */
export const CURSOR_DAYS = 30;
/** A replaced key of the log signs next to its successor: readers learn of the new one in that time. */
export const LOG_KEY_OVERLAP_DAYS = 30;

// Sign-in of people.
/** A session ends after this long without use, */
export const SESSION_IDLE_HOURS = 12;
/** and in any case after this time. */
export const SESSION_DAYS_MAX = 30;
/** An invitation can be accepted for this long. */
export const INVITATION_DAYS = 30;
/** A failed mail is retried for this long. */
export const MAIL_HOURS_MAX = 24;
/** A link to set a password works for this long, */
export const LINK_HOURS = 24;
/** and for this long afterwards its page reports its fate. */
export const LINK_TOLD_DAYS = 30;

/** A browser is known for this long after its last sign-in. */
export const DEVICE_COOKIE_DAYS = 180;

// Lives of keys.
/** The longest life of a key with an expiry; one without works until it is revoked. */
export const KEY_LIFE_DAYS = [30, 90, 365] as const;

// Device logins.
/** A code waits this long for an approval and for its key, */
export const DEVICE_GRANT_MINUTES = 15;
/** and for this long afterwards it is reported as ended; then it is unknown. */
export const DEVICE_GRANT_TOLD_HOURS = 24;

// Sign-in of chats.
export const CODE_SECONDS = 60;
export const ACCESS_TOKEN_SECONDS = 3_600;
/** From the last refresh on. */
export const REFRESH_TOKEN_DAYS = 60;
/** However often a chat refreshes, its person is asked again after this long. */
export const CHAT_GRANT_DAYS = 365;

// Reports of a payment provider.
/** Reports of a foreign payment are deleted after this long: its purchase will not be reported later. */
export const UNKNOWN_PAYMENT_DAYS = 60;

// Guards.
/** No window of a limit lasts longer; it is forgotten when it has been over for as long again. */
export const RATE_WINDOW_HOURS_MAX = 24;
/**
 * For limits on guessing, whose names begin with `guess:`. Guessers with many addresses would otherwise fill the table.
 */
export const GUESS_WINDOW_HOURS_MAX = 1;
