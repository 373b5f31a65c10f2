// One collation of a record's kind: an index on (collection, kind, key) serves no comparison under another collation.

export const kindSchema = {
  name: '026-kinds',
  breaking: false,
  statements: ['import_row', 'staged_replaced', 'staged_again'].map(
    (table) => `alter table ${table} alter column kind type text collate "default"`,
  ),
};
