// References of records on their way in, and look-ups of records by what they state.

const stated = (field: string): string => `(body::jsonb ->> '${field}') collate "C"`;

export const importReferenceSchema = {
  name: '023-import-references',
  breaking: false,
  statements: [
    // What the record refers to: field, kind and key of each reference, and the revision that a citation carries.
    `alter table import_row add column refs jsonb`,
    `create index import_row_line on import_row (import_id, line)`,
    // The value first: an index that begins with the import is taken for one of its lines.
    `create index import_row_belief on import_row ((${stated('belief_id')}), import_id)
       where kind in ('revision', 'condition', 'intent')`,
    `create index import_row_ticker on import_row ((${stated('ticker')}), import_id) where kind = 'entity'`,
    `create index staged_belief on staged ((${stated('belief_id')}), collection)
       where kind in ('revision', 'condition', 'intent', 'target')`,
    `create index staged_ticker on staged ((${stated('ticker')}), collection) where kind = 'entity'`,
  ],
};
