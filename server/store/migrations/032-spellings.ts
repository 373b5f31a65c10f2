// Index of the spellings of a person's name: one look at both ends shows whether all statements agree.

export const spellingSchema = {
  name: '032-spellings',
  breaking: false,
  statements: [
    // Cut, because a label may be longer than an entry of an index. Equal keys share an entry, so it stays small.
    `create index revision_spelling on revision
       (collection, person_id, (left(person_name, 160) collate "C"), (left(person_handle, 160) collate "C"))
       where person_name is not null`,
  ],
};
