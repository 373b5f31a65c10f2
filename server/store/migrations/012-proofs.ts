// When the person of a session last proved at the identity provider who they are.

export const proofSchema = {
  name: '012-proofs',
  // A server that knows none of this begins sessions without it: those people sign in there once more.
  breaking: false,
  statements: [
    // As the provider says in its token (auth_time); null for a password, and where the provider does not say it.
    `alter table browser_session add column proved_at timestamptz(3)`,
  ],
};
