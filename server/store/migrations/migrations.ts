// Every migration in the order in which it is applied. Released ones are never edited: a change is a new file at the end.
import { researchSchema } from './001-020/001-research.ts';
import { listSchema } from './001-020/002-lists.ts';
import { removalSchema } from './001-020/003-removals.ts';
import { meteringSchema } from './001-020/004-metering.ts';
import { readSchema } from './001-020/005-reads.ts';
import { peopleSchema } from './001-020/006-people.ts';
import { oauthSchema } from './001-020/007-oauth.ts';
import { chargingSchema } from './001-020/008-charging.ts';
import { pageSchema } from './001-020/009-pages.ts';
import { recordSchema } from './001-020/010-records.ts';
import { entrySchema } from './001-020/011-entries.ts';
import { proofSchema } from './001-020/012-proofs.ts';
import { courseSchema } from './001-020/013-courses.ts';
import { nameSchema } from './001-020/014-names.ts';
import { addressSchema } from './001-020/015-addresses.ts';
import { trailSchema } from './001-020/016-trail.ts';
import { paymentSchema } from './001-020/017-payments.ts';
import { limitSchema } from './001-020/018-limits.ts';
import { importSchema } from './001-020/019-imports.ts';
import { identifierSchema } from './001-020/020-identifiers.ts';
import { importRowSchema } from './021-import-rows.ts';
import { deviceLimitSchema } from './022-device-limits.ts';
import { importReferenceSchema } from './023-import-references.ts';
import { stagedImportSchema } from './024-staged-imports.ts';
import { operatorSchema } from './025-operators.ts';
import { kindSchema } from './026-kinds.ts';
import { restatementSchema } from './027-restatements.ts';
import { feedSchema } from './028-feeds.ts';
import { reviewSchema } from './029-reviews.ts';
import { importNameSchema } from './030-import-names.ts';
import { logSchema } from './031-log.ts';
import { spellingSchema } from './032-spellings.ts';
import { placementSchema } from './033-placements.ts';

export type Migration = {
  name: string;
  /** True when a server that does not know this migration cannot work with its result. */
  breaking: boolean;
  statements: readonly string[];
  /** Optional statements that only make the store cheaper: a server without the feature skips them. */
  betterments?: readonly string[];
};

export const migrations: readonly Migration[] = [
  researchSchema,
  listSchema,
  removalSchema,
  meteringSchema,
  readSchema,
  peopleSchema,
  oauthSchema,
  chargingSchema,
  pageSchema,
  recordSchema,
  entrySchema,
  proofSchema,
  courseSchema,
  nameSchema,
  addressSchema,
  trailSchema,
  paymentSchema,
  limitSchema,
  importSchema,
  identifierSchema,
  importRowSchema,
  deviceLimitSchema,
  importReferenceSchema,
  stagedImportSchema,
  operatorSchema,
  kindSchema,
  restatementSchema,
  feedSchema,
  reviewSchema,
  importNameSchema,
  logSchema,
  spellingSchema,
  placementSchema,
];
