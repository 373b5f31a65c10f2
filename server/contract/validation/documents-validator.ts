/** Validator of documents against the contract before they are stored or sent; compiled once per schema. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { contract } from '../description.ts';
import type { Json } from '../description.ts';
import { addContractFormats } from './formats.ts';
import type { components } from '../../../generated/api.ts';

export type SchemaName = keyof components['schemas'] & string;

/** A document of ours that does not fit our contract: not the client's fault, and not sent. */
export class InvalidDocument extends Error {
  override readonly name = 'InvalidDocument';
  readonly pointers: readonly string[];

  constructor(schema: string, errors: readonly ErrorObject[]) {
    const faults = errors
      .slice(0, 8)
      .map((error) => `${error.instancePath || '/'} ${error.message ?? error.keyword} ${detail(error)}`);
    super(`a document does not fit ${schema}: ${faults.join('; ')}`);
    this.pointers = errors.map((error) => error.instancePath);
  }
}

/** The parameters of a fault name our own fields and allowed values, never the document's content. */
function detail(error: ErrorObject): string {
  return JSON.stringify(error.params).slice(0, 200);
}

export interface DocumentsValidator {
  /** Throws InvalidDocument unless the document fits the named schema. */
  (schema: SchemaName, document: unknown): void;
  /** Throws when the schema itself is broken. */
  readonly compile: (schema: SchemaName) => ValidateFunction;
}

export function createDocumentsValidator(description: Json): DocumentsValidator {
  // Linting has checked the schemas; checking them here would compile JSON Schema's own at each start.
  const ajv = new Ajv2020({ validateSchema: false, strictRequired: false, allowUnionTypes: true, discriminator: true });
  addContractFormats(ajv);
  ajv.addVocabulary(['components', 'example', 'xml', 'externalDocs', ...extensionsOf(description)]);
  const components = { schemas: withoutMappings((description['components'] as Json)['schemas']) };
  ajv.addSchema({ $id: 'contract', components } as object);
  const compiled = new Map<string, ValidateFunction>();
  const compile = (schema: SchemaName): ValidateFunction => {
    const made = compiled.get(schema) ?? ajv.compile({ $ref: `contract#/components/schemas/${schema}` });
    compiled.set(schema, made);
    return made;
  };
  const validate = (schema: SchemaName, document: unknown): void => {
    const fits = compile(schema);
    if (!fits(document)) throw new InvalidDocument(schema, fits.errors ?? []);
  };
  return Object.assign(validate, { compile });
}

let made: DocumentsValidator | null = null;
const ofThisContract = (): DocumentsValidator => (made ??= createDocumentsValidator(contract()));

/** Throws InvalidDocument unless the document fits the named schema of the contract. */
export function validateDocument(schema: SchemaName, document: unknown): void {
  ofThisContract()(schema, document);
}

/** For values that an answer will contain: a value that does not fit would be refused when the answer is built. */
export function fitsSchema(schema: SchemaName, value: unknown): boolean {
  return ofThisContract().compile(schema)(value) as boolean;
}

/** Removes mappings: Ajv finds a branch by its constants, and refuses a discriminator with a mapping. */
function withoutMappings(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutMappings);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).map(([key, value]): [string, unknown] => {
    const named = key === 'discriminator' && typeof (value as Json)['propertyName'] === 'string';
    return [key, named ? { propertyName: (value as Json)['propertyName'] } : withoutMappings(value)];
  });
  return Object.fromEntries(entries);
}

function extensionsOf(node: unknown, found = new Set<string>()): readonly string[] {
  if (Array.isArray(node)) for (const item of node) extensionsOf(item, found);
  else if (typeof node === 'object' && node !== null) {
    for (const [key, value] of Object.entries(node)) {
      if (key.startsWith('x-')) found.add(key);
      extensionsOf(value, found);
    }
  }
  return [...found];
}
