// Look-ups of a request id must not use the index of queries by time.

export const entrySchema = {
  name: '011-entries',
  breaking: false,
  statements: [
    // On an empty table both indexes cost the planner the same. With this one a look-up reads every entry of the
    // account, for as long as its connection lives. It holds every entry, but a query must name the condition to use
    // it.
    `drop index usage_entry_day`,
    `create index usage_entry_day on usage_entry (account_id, charged_at) where charged_at > '-infinity'`,
  ],
};
