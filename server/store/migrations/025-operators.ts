// Operators of the desk: users with the role that the command line grants.

export const operatorSchema = {
  name: '025-operators',
  breaking: false,
  statements: [`alter table user_account add column operator_since timestamptz(3)`],
};
