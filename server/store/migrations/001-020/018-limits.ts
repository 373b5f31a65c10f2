// Limits of a workspace that differ from its plan's, limits of a key, and the pace that all servers of a database share.

export const limitSchema = {
  name: '018-limits',
  // An older server accepts a key after its end: it must not run on this store.
  breaking: true,
  statements: [
    // Set by the operator; null defers to the plan.
    `alter table workspace
       add column burst_max integer check (burst_max between 1 and 1000000000),
       add column minute_max integer check (minute_max between 1 and 1000000000),
       add column weight integer check (weight between 1 and 100)`,

    // operations: the names of the contract, sorted; null: all of them. minute_max lowers the workspace's limit.
    `alter table api_key
       add column expires_at timestamptz(3), add column operations text[] check (cardinality(operations) > 0),
       add column minute_max integer check (minute_max between 1 and 1000000000)`,

    // The time at which the quota of a caller is whole again, over all servers. A crash may empty it: then everybody starts with a full one.
    `create unlogged table request_pace (
       subject bytea primary key, full_at timestamptz(3) not null)`,
  ],
};
