// How long everything lasts that the store keeps for a time only. Each number stands here alone; retention.ts forgets by them.

// What was answered.
/** The bytes that were delivered for a request id are served again for so long. */
export const REPLAY_DAYS = 30;
/** A server may tell a record again for so many days before it notes anew that it is told. */
export const RECORD_NOTED_DAYS = 7;
/** A request id stays taken, and its receipt can be read, for so long; then its entry becomes part of a sum of its day. */
export const REQUEST_ID_DAYS = 90;
/** What a legal removal took is looked for in kept bodies for so long: a call that was under way may have kept some late. */
export const REMOVAL_SWEPT_DAYS = 2;
/** Cursors are accepted for so long after the key that signed them was retired. */
export const CURSOR_DAYS = 30;

// What people sign in with.
/** A session ends when nobody used it for so long, */
export const SESSION_IDLE_HOURS = 12;
/** and in any case after this time. */
export const SESSION_DAYS_MAX = 30;
/** An invitation can be accepted for so long. */
export const INVITATION_DAYS = 30;
/** A mail that could not be sent is tried again for so long. */
export const MAIL_HOURS_MAX = 24;
/** A link with which a person sets a password works for so long, */
export const LINK_HOURS = 24;
/** and for so long afterwards its page tells what became of it. */
export const LINK_TOLD_DAYS = 30;

/** A browser is known for so long after its last sign-in. */
export const DEVICE_COOKIE_DAYS = 180;

// Lives of keys.
/** The longest life of a key with an expiry; one without works until it is revoked. */
export const KEY_LIFE_DAYS = [30, 90, 365] as const;

// What devices ask for.
/** A code waits for so long for an approval and for its key, */
export const DEVICE_GRANT_MINUTES = 15;
/** and for so long afterwards it is known that it has ended; then it is as unknown as any other. */
export const DEVICE_GRANT_TOLD_HOURS = 24;

// What chats sign in with.
export const CODE_SECONDS = 60;
export const ACCESS_TOKEN_SECONDS = 3_600;
/** From the last refresh on. */
export const REFRESH_TOKEN_DAYS = 60;
/** However often a chat refreshes, a person is asked again after so long. */
export const CHAT_GRANT_DAYS = 365;

// What a payment provider reports.
/** What is reported of a payment that is for nothing here is forgotten after so long: no purchase is reported later. */
export const UNKNOWN_PAYMENT_DAYS = 60;

// What guards.
/** No window of a limit lasts longer; it is forgotten when it has been over for as long again. */
export const RATE_WINDOW_HOURS_MAX = 24;
/** Of limits on guessing, whose names begin with `guess:`. Guessers with many addresses would fill the table otherwise. */
export const GUESS_WINDOW_HOURS_MAX = 1;
