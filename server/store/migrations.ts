// Every migration in the order in which it is applied. Released ones are never edited: a change is a new file at the end.
import { researchSchema } from './migrations/001-research.ts';
import { listSchema } from './migrations/002-lists.ts';
import { removalSchema } from './migrations/003-removals.ts';
import { meteringSchema } from './migrations/004-metering.ts';
import { readSchema } from './migrations/005-reads.ts';
import { peopleSchema } from './migrations/006-people.ts';
import { oauthSchema } from './migrations/007-oauth.ts';
import { chargingSchema } from './migrations/008-charging.ts';
import { pageSchema } from './migrations/009-pages.ts';
import { recordSchema } from './migrations/010-records.ts';
import { entrySchema } from './migrations/011-entries.ts';
import { proofSchema } from './migrations/012-proofs.ts';
import { courseSchema } from './migrations/013-courses.ts';
import { nameSchema } from './migrations/014-names.ts';
import { addressSchema } from './migrations/015-addresses.ts';
import { trailSchema } from './migrations/016-trail.ts';
import { paymentSchema } from './migrations/017-payments.ts';
import { limitSchema } from './migrations/018-limits.ts';
import { importSchema } from './migrations/019-imports.ts';
import { identifierSchema } from './migrations/020-identifiers.ts';
import { importRowSchema } from './migrations/021-import-rows.ts';
import { deviceLimitSchema } from './migrations/022-device-limits.ts';
import { importReferenceSchema } from './migrations/023-import-references.ts';

export type Migration = {
  name: string;
  /** True when a server that does not know this migration cannot work with its result. */
  breaking: boolean;
  statements: readonly string[];
  /** What only makes the store cheaper: a server that has no such feature goes without. */
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
];
