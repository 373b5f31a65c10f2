// Every record type of a research bundle with its closed JSON Schema, compiled once.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { addContractFormats } from '../../contract/validation/formats.ts';
import { isWebAddress } from '../../contract/validation/web-address.ts';
import {
  beliefSchema,
  claimSchema,
  conditionSchema,
  noteSchema,
  revisionSchema,
  targetSchema,
} from '../schemas/belief.ts';
import { citationSchema, evidenceSchema } from '../schemas/evidence.ts';
import type { Schema } from '../schemas/fields.ts';
import {
  entitySchema,
  industrySchema,
  personSchema,
  sessionSchema,
  sourceSchema,
  splitSchema,
} from '../schemas/identity.ts';
import { intentSchema } from '../schemas/intent.ts';
import { statementSchema } from '../schemas/statement.ts';

/** In the order in which a release publishes them: what is referred to before what refers to it. */
export const recordTypes = [
  'source',
  'person',
  'entity',
  'session',
  'industry',
  'split',
  'evidence',
  'citation',
  'belief',
  'revision',
  'claim',
  'condition',
  'intent',
  'target',
  'note',
  'statement',
] as const;

export type RecordType = (typeof recordTypes)[number];

export const recordSchemas: { readonly [type in RecordType]: Schema } = {
  source: sourceSchema,
  person: personSchema,
  entity: entitySchema,
  session: sessionSchema,
  industry: industrySchema,
  split: splitSchema,
  evidence: evidenceSchema,
  citation: citationSchema,
  belief: beliefSchema,
  revision: revisionSchema,
  claim: claimSchema,
  condition: conditionSchema,
  intent: intentSchema,
  target: targetSchema,
  note: noteSchema,
  statement: statementSchema,
};

export type SchemaError = ErrorObject;

const ajv = new Ajv2020({
  allErrors: true,
  verbose: true,
  discriminator: true,
  strictRequired: false,
  strictTypes: false,
});
addContractFormats(ajv);
// Answers carry any link of the contract; one that is loaded must be one that a browser opens, without a user in it.
ajv.addFormat('uri', isWebAddress);

const validators = new Map<RecordType, ValidateFunction>();

/** Compiled when the first record of its type comes: a server that loads nothing compiles nothing. */
function validatorOf(type: RecordType): ValidateFunction {
  const ready = validators.get(type);
  if (ready !== undefined) return ready;
  const compiled = ajv.compile(recordSchemas[type]);
  validators.set(type, compiled);
  return compiled;
}

/** The schema faults of a parsed line whose type is known; none = it is a record of that type. */
export function schemaErrors(type: RecordType, value: unknown): readonly SchemaError[] {
  const validate = validatorOf(type);
  return validate(value) ? [] : (validate.errors ?? []);
}

export function isRecordType(type: unknown): type is RecordType {
  return typeof type === 'string' && Object.hasOwn(recordSchemas, type);
}
