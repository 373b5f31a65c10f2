// Options of the search index; server/docs/docs.js loads it with the same fields.

export const indexOptions = {
  fields: ['title', 'page', 'words'],
  storeFields: ['path', 'title', 'page', 'kind'],
};
