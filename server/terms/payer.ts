/**
 * Who asks for an answer that costs something, as the request shows it. Whether the key is good, or the person still
 * signed in and still in that workspace, is found out by the statement that charges.
 */
export type Payer =
  /** SHA-256 of the key that was sent. */
  | { readonly kind: 'key'; readonly sha256: Buffer }
  /** SHA-256 of the access token that an AI chat sent, and the resource it has to be for. */
  | { readonly kind: 'grant'; readonly tokenSha256: Buffer; readonly resource: string }
  /** A person in a browser, and the workspace that is to pay. */
  | { readonly kind: 'session'; readonly sessionId: string; readonly workspaceId: string };
