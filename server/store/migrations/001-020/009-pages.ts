// Storage cost of a first page: its stored bytes.

export const pageSchema = {
  name: '009-pages',
  // An older server works on: it reads the same bytes.
  breaking: false,
  statements: [],
  // By PostgreSQL's own method it takes 1.9 ms to compress a page of 75 KB, by LZ4 0.6.
  betterments: [`alter table kept_body alter column bytes set compression lz4`],
};
