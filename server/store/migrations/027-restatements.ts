// Imports that state withdrawn research again, each with its reason.

export const restatementSchema = {
  name: '027-restatements',
  // An older server releases such records as new ones: they join their beliefs late.
  breaking: false,
  statements: [`alter table import add column restate_reason text`],
};
