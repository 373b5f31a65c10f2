// Match of a value with a schema of the contract.
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { type Json, contract } from '../../../server/contract/description.ts';

/** Each schema is compiled once. */
export function fitting(ajv: Ajv2020): (schema: Json, value: unknown) => boolean {
  const compiled = new Map<Json, ValidateFunction>();
  return (schema, value) => {
    const known = compiled.get(schema) ?? ajv.compile({ ...schema, components: contract()['components'] });
    compiled.set(schema, known);
    return known(value);
  };
}
