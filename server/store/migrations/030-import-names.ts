// Names in the records of a running import, gathered in steps.

export const importNameSchema = {
  name: '030-import-names',
  breaking: false,
  statements: [
    `create unlogged table import_name (
       import_id bigint not null, kind text not null, named text collate "C" not null,
       primary key (import_id, kind, named))`,
  ],
};
