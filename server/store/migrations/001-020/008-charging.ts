// Locks of a charge: only its own account, and no row that a release holds.

export const chargingSchema = {
  name: '008-charging',
  // An older server writes the same rows.
  breaking: false,
  statements: [
    // The foreign key locked the head for every entry: charges waited for a release that holds it, and each took a
    // tenth longer. Every row has passed the check, so none is read again.
    `alter table usage_entry drop constraint usage_entry_collection_fkey`,
    `alter table usage_entry add constraint usage_entry_collection_check
       check (collection in ('live', 'preview')) not valid`,
  ],
};
