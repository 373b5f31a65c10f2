// Options of the search index; server/docs/frame/docs.js loads it with the same fields and asks it with the same boosts.

export const indexOptions = {
  fields: ['title', 'page', 'words', 'answers'],
  storeFields: ['path', 'title', 'page', 'kind'],
};

/** The place that answers a word comes before the places that mention it. */
export const searchBoost = { answers: 8, title: 4, page: 2 };
