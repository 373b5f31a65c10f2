/** Payer of a metered call, as its credential names it; the charge statement checks the credential. */
export type Payer =
  /** SHA-256 of the key. */
  | { readonly kind: 'key'; readonly sha256: Buffer }
  /** SHA-256 of a chat's access token, and the resource that it must be for. */
  | { readonly kind: 'grant'; readonly tokenSha256: Buffer; readonly resource: string }
  /** A person's browser session, and the workspace that pays. */
  | { readonly kind: 'session'; readonly sessionId: string; readonly workspaceId: string };
