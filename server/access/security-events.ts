/** Security events for the log: access, grants and refusals, never a secret. */

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
  /** Many guesses from many places, at one user's password or at user codes. It refuses no request. */
  | 'guessing-alarm'
  | 'refused';

export type SecurityEvent = {
  readonly event: SecurityEventName;
  /** The acting user; null if unknown. */
  readonly userId: string | null;
  /** The address behind the proxies; null if no limit uses it either. */
  readonly address: string | null;
  /** The means or reason: `password`, `wrong`, `not-an-admin`. A constant of this code. */
  readonly how?: string;
  /** The id of the object. */
  readonly subject?: string;
  readonly workspaceId?: string;
};

export type NoteEvent = (event: SecurityEvent) => void;
