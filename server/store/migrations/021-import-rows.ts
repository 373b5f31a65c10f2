// Records on their way in: the rows of a running import, which are judged by queries and then staged, or dropped.

export const importRowSchema = {
  name: '021-import-rows',
  // An older server knows only imports of prices, and deletes the rest.
  breaking: true,
  statements: [
    `alter table import drop constraint import_kind_check`,
    `alter table import add constraint import_kind_check check (kind in ('prices', 'records'))`,
    // A crash may empty it: rows that were not accepted are loaded again.
    `create unlogged table import_row (
       import_id bigint not null, kind text collate "C" not null, key text collate "C" not null, line integer not null,
       order_key text collate "C" not null, content_hash text not null, corrects text,
       observed_at timestamptz(3), observed_as timestamptz(3), body text not null, outcome text not null default 'new',
       primary key (import_id, kind, key))`,
  ],
};
