// Public log of released rows: leaves with their openings, hashes of full tiles, heads, checkpoints, keys and witnesses.

export const logSchema = {
  name: '031-log',
  // An older server would publish releases that the log lacks.
  breaking: true,
  statements: [
    // row_key and salt are null once a legal removal has destroyed the opening; the entry alone says nothing.
    `create table log_leaf (
       leaf_index bigint primary key, entry bytea not null, release integer not null,
       kind text, act text, row_key text collate "C", salt bytea)`,
    `create index log_leaf_row on log_leaf (row_key, kind) where row_key is not null`,
    // Level 0 follows from the entries; a hash of a higher level is that of a full tile below.
    `create table log_node (
       level integer not null, place bigint not null, hash bytea not null, primary key (level, place))`,
    `create table log_head (
       size bigint primary key, release integer not null, act text not null check (act in ('released', 'removed')),
       root bytea not null, appended_at timestamptz(3) not null, row_leaves integer not null, destroyed integer not null)`,
    `create index log_head_release on log_head (release, size)`,
    // One row: the identity under which the log is signed, and whether this store may sign.
    `create table log_identity (
       only_one boolean primary key default true check (only_one), origin text not null, signs boolean not null,
       since timestamptz(3) not null)`,
    `create table log_key (
       key_number integer primary key, origin text not null, public_key bytea not null, seed bytea not null,
       created_at timestamptz(3) not null, retired_at timestamptz(3))`,
    `create table log_checkpoint (
       origin text not null, size bigint not null, body text not null, signed_at timestamptz(3) not null,
       primary key (origin, size))`,
    `create table log_signature (
       origin text not null, size bigint not null, line text not null, signer text not null, noted_at timestamptz(3) not null,
       primary key (origin, size, line))`,
    `create table log_witness (verifier_key text primary key, added_at timestamptz(3) not null)`,
  ],
  betterments: [
    // Rows of one release lie together, so that a summary of pages finds them at no cost to those who write them.
    ...['evidence', 'citation', 'belief', 'revision', 'belief_part', 'price'].map(
      (table) => `create index ${table}_opened on ${table} using brin (from_version)`,
    ),
    ...['evidence', 'citation', 'belief', 'revision', 'belief_part'].map(
      (table) => `create index ${table}_closed on ${table} (to_version) where to_version < 2147483647`,
    ),
  ],
};
