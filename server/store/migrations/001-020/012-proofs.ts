// Time of the last proof of a session's person at the identity provider.

export const proofSchema = {
  name: '012-proofs',
  // An older server begins sessions without it: those people sign in there again.
  breaking: false,
  statements: [
    // The provider's time in its token (auth_time); null for a password, and if the provider does not report it.
    `alter table browser_session add column proved_at timestamptz(3)`,
  ],
};
