// How the index is built and read; server/docs/docs.js reads it with the same fields.

export const indexOptions = {
  fields: ['title', 'page', 'words'],
  storeFields: ['path', 'title', 'page', 'kind'],
};
