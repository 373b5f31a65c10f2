/** What is noted of who gets in, what they are given, and what they are refused: for the log, and never a secret. */

/** A closed list, so that an alert can be written against it. */
export type SecurityEventName =
  | 'signed-in'
  | 'sign-in-refused'
  | 'signed-out'
  | 'password-set'
  | 'password-changed'
  | 'password-refused'
  | 'session-ended'
  | 'key-made'
  | 'key-limited'
  | 'key-revoked'
  | 'link-asked'
  | 'user-invited'
  | 'invitation-accepted'
  | 'invitation-declined'
  | 'invitation-withdrawn'
  | 'workspace-opened'
  | 'role-changed'
  | 'user-removed'
  | 'spend-limit-changed'
  /** A refund or a lost dispute was reported: `refund`, `dispute`, or `waits` while its purchase is not known. */
  | 'payment-reversed'
  | 'device-approved'
  | 'device-denied'
  | 'chat-approved'
  | 'chat-denied'
  | 'chat-ended'
  | 'token-issued'
  | 'token-refused'
  /** Many guesses from many places, at one user's password or at user codes. Nobody is refused for it. */
  | 'guessing-alarm'
  | 'refused';

export type SecurityEvent = {
  readonly event: SecurityEventName;
  /** Who did it; null for who is not known. */
  readonly userId: string | null;
  /** Where it came from, behind whatever proxies there are; null where no limit asks for it either. */
  readonly address: string | null;
  /** By what or why: `password`, `wrong`, `not-an-admin`. One of our own words. */
  readonly how?: string;
  /** What it was done to, by its id. */
  readonly subject?: string;
  readonly workspaceId?: string;
};

export type NoteEvent = (event: SecurityEvent) => void;
