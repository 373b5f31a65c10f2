// Daily routine of a folder: its files by content, and its last run.

export const feedSchema = {
  name: '028-feeds',
  breaking: false,
  statements: [
    // A file is known by the digest of its bytes, its kind and its options: a refused one is tried again once any of them changes.
    `create table feed_file (
       collection text not null references head, digest text collate "C" not null, name text not null,
       outcome text not null check (outcome in ('loaded', 'refused')), what text, seen_at timestamptz(3) not null,
       primary key (collection, digest))`,
    // held_until: the lease of the run in progress.
    `create table feed_run (
       collection text not null references head primary key, folder text not null, held_until timestamptz(3),
       began_at timestamptz(3) not null, ended_at timestamptz(3), loaded integer not null default 0,
       refused integer not null default 0, standing integer not null default 0, waiting integer not null default 0,
       version integer, failure text)`,
  ],
};
