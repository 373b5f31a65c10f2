// Reviews of views: steps of the courses of statements.

export const reviewSchema = {
  name: '029-reviews',
  breaking: false,
  statements: [],
  betterments: [
    // Each release of statements asks which of their pairs have a review; nearly none has.
    `create index revision_review on revision (collection, person_id, entity_id) where (body -> 'review') is not null`,
  ],
};
