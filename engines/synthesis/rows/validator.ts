/** The validator of rows. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { linearPatterns } from '../../text/json-schema.ts';
import type { Table } from './request.ts';

/** Decimals to which a number counts as a multiple of `multipleOf`. */
const PRECISION = 9;

/** Throws when the schema is no JSON Schema, or has a pattern that RE2 does not know. */
export function compileRowSchema(schema: Table['schema']): ValidateFunction {
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    multipleOfPrecision: PRECISION,
    code: { regExp: linearPatterns },
  });
  addFormats.default(ajv);
  return ajv.compile(schema);
}
