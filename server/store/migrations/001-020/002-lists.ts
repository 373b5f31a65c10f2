// Indexes and tables for lists: keyset order, state look-ups, cursor keys, reasons of withdrawals.

/** The bounds of a version stand last in a key: an index skips invisible rows without reading them. */
const versions = 'from_version, to_version';

export const listSchema = {
  name: '002-lists',
  // An older server works on: it only reads more rows.
  breaking: false,
  statements: [
    // Beliefs in the order of a page (newest first, then belief_id): of all, of one entity, of one person.
    `create index belief_newest on belief (collection, observed_at desc, belief_id, ${versions})`,
    `drop index belief_entity`,
    `create index belief_entity on belief (collection, entity_id, observed_at desc, belief_id, ${versions})`,
    `create index belief_person on belief (collection, person_id, observed_at desc, belief_id, ${versions})`,
    // The state of a belief is the first row of this index that a cutoff may show, however long its course is.
    `create index revision_state on revision (collection, belief_id, observed_at desc, revision desc, ${versions})`,
    // Rare matches are found by their revisions: new since an instant, or in a rare state.
    `create index revision_observed on revision (collection, observed_at, belief_id)`,
    `create index revision_status on revision (collection, status, direction, belief_id)`,
    `create index evidence_source on evidence (collection, source_id, observed_at desc, evidence_id, ${versions})`,
    `create index citation_evidence on citation (collection, evidence_id)`,

    `alter table source add column withdrawn_reason text`,
    `alter table evidence add column withdrawn_reason text`,

    // Keys that sign cursors. The newest signs, retired ones are accepted for a while. The first is drawn here, so that
    // servers which start at once agree on it: 244 random bits.
    `create table cursor_key (
       key_id integer primary key check (key_id between 1 and 65535), secret bytea not null,
       created_at timestamptz(3) not null, retired_at timestamptz(3))`,
    `insert into cursor_key (key_id, secret, created_at)
     values (1, decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'),
             date_trunc('milliseconds', now()))`,
  ],
};
