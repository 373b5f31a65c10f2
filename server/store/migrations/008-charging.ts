// What a charge waits for: its own account, and nothing that a release holds.

export const chargingSchema = {
  name: '008-charging',
  // A server that knows none of this writes the same rows.
  breaking: false,
  statements: [
    // The key locked the head for every entry: charges waited for a release that holds it, and each took a tenth longer.
    // Every row has passed the key, so none has to be read again.
    `alter table usage_entry drop constraint usage_entry_collection_fkey`,
    `alter table usage_entry add constraint usage_entry_collection_check
       check (collection in ('live', 'preview')) not valid`,
  ],
};
