// What a page costs that nobody has asked for yet: its bytes, which are kept.

export const pageSchema = {
  name: '009-pages',
  // A server that knows none of this works on: the bytes are read as they were.
  breaking: false,
  statements: [
    // Compressed by PostgreSQL's own method a page of 75 KB takes 1.9 ms, by LZ4 0.6. A server that was built without it
    // keeps its own.
    `do $$ begin
       alter table kept_body alter column bytes set compression lz4;
     exception when feature_not_supported then null;
     end $$`,
  ],
};
