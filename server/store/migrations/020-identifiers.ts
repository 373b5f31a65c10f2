// Identifiers of listings beside the CIK, as a security master has them.

export const identifierSchema = {
  name: '020-identifiers',
  // A server that knows none of this loses them when it publishes a changed listing.
  breaking: true,
  statements: [`alter table entity add column figi text, add column isin text`],
};
