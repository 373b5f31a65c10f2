// Legal removals: which records are gone at every cutoff, and how often that has happened, beside the service clock.

export const removalSchema = {
  name: '003-removals',
  // A server that knows none of this would go on serving what it keeps in memory after a removal by another one.
  breaking: true,
  statements: [
    // Part of the state that an answer follows from: a version says what was released, this how much was taken out of it.
    `alter table head add column removals integer not null default 0`,

    // The ids of records that were removed. What they said is deleted; the id stays, so that it answers 451 and is never
    // released again. `cause` is the id that the operator named.
    `create table removal (
       collection text not null references head, record_id text collate "C" not null, cause text collate "C" not null,
       reason text not null, removed_at timestamptz(3) not null,
       primary key (collection, record_id))`,
  ],
};
