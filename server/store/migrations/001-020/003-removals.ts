// Legal removals: the records gone at every cutoff, and a count of removals with the service clock.

export const removalSchema = {
  name: '003-removals',
  // An older server would go on serving its caches after a removal by another one.
  breaking: true,
  statements: [
    // Part of the state behind an answer: the version counts releases, this counts removals.
    `alter table head add column removals integer not null default 0`,

    // The ids of removed records. Their content is deleted; the id stays, so that it answers 451 and is never released
    // again. `cause` is the id that the operator named.
    `create table removal (
       collection text not null references head, record_id text collate "C" not null, cause text collate "C" not null,
       reason text not null, removed_at timestamptz(3) not null,
       primary key (collection, record_id))`,
  ],
};
