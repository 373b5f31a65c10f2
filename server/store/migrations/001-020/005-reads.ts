// Indexes for the far end of a filtered list: the revisions in a state or since an instant, found without their rows.

/** The bounds of a version stand last in a key: an index skips invisible rows without reading them. */
const versions = 'from_version, to_version';

export const readSchema = {
  name: '005-reads',
  // An older server works on: the indexes keep their names and only hold more.
  breaking: false,
  statements: [
    `drop index revision_observed`,
    `create index revision_observed on revision (collection, observed_at, belief_id, ${versions})`,
    `drop index revision_status`,
    `create index revision_status on revision (collection, status, direction, belief_id, observed_at, revision, ${versions})`,
  ],
};
