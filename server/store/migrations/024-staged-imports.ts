// Imports behind staged records: each can be listed, and taken back before a release.

export const stagedImportSchema = {
  name: '024-staged-imports',
  // An older server stages records without the number of their import; they are listed as import 0.
  breaking: false,
  statements: [
    `alter table staged add column import_id bigint, add column line integer`,
    `create index staged_import on staged (collection, import_id)`,
    // Staged rows that a later import replaced or took back: they are staged again if that import is discarded.
    `create table staged_replaced (
       collection text not null references head, kind text collate "C" not null, key text collate "C" not null,
       by_import bigint not null, order_key text collate "C" not null, content_hash text not null, corrects text,
       observed_at timestamptz(3), observed_as timestamptz(3), body text not null, origin text not null,
       import_id bigint, line integer,
       primary key (collection, kind, key, by_import))`,
    // Staged rows that a later import has too, with the same content.
    `create table staged_again (
       collection text not null references head, kind text collate "C" not null, key text collate "C" not null,
       import_id bigint not null, line integer not null, content_hash text not null,
       primary key (collection, kind, key, import_id))`,
  ],
};
