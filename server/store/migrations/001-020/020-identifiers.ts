// Identifiers of listings besides the CIK, as a security master has them.

export const identifierSchema = {
  name: '020-identifiers',
  // An older server loses them when it publishes a changed listing.
  breaking: true,
  statements: [`alter table entity add column figi text, add column isin text`],
};
