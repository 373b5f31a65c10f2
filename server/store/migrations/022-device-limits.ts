// Limits of the key that a device login delivers, chosen by the admin who approves it.

export const deviceLimitSchema = {
  name: '022-device-limits',
  // An older server delivers a key without its limits: it must not run on this store.
  breaking: true,
  statements: [
    // As the columns of api_key that they become.
    `alter table device_grant
       add column key_expires_at timestamptz(3), add column key_operations text[] check (cardinality(key_operations) > 0),
       add column key_minute_max integer check (key_minute_max between 1 and 1000000000)`,
  ],
};
