// What looks a request id up must not be planned by the index of who asks by time.

export const entrySchema = {
  name: '011-entries',
  breaking: false,
  statements: [
    // While the table is empty, both indexes cost the same to the planner; with this one a look-up reads every entry of the
    // account, and the plan stays for as long as its connection. Every entry is in it, and only who says so may use it.
    `drop index usage_entry_day`,
    `create index usage_entry_day on usage_entry (account_id, charged_at) where charged_at > '-infinity'`,
  ],
};
