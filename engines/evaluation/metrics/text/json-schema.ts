import { Type } from 'typebox';
import { compileSchema, validateWithin, validatorOf } from '../../../text/json-schema.ts';
import { defineMetric } from '../metric.ts';

/** Errors that are shown: the first thing that is wrong has several if the schema has alternatives. */
const SHOWN_ERRORS = 10;
/** Characters of a schema as JSON. */
const LARGEST_SCHEMA = 20_000;
/**
 * Ajv keeps the errors of alternatives until one of them fits: in more time they could fill the memory of the process.
 */
const LONGEST_VALIDATION_MS = 500;

export const jsonSchema = defineMetric({
  key: 'text.json_schema',
  title: 'Valid JSON of a schema',
  formula: '1 if the answer is JSON that matches the schema; otherwise 0.',
  evalTypes: ['agentic', 'custom'],
  fields: ['actual_output'],
  direction: 'higher',
  range: [0, 1],
  threshold: 1,
  source: 'JSON Schema 2020-12',
  agreement: [],
  parameters: Type.Object({
    schema: Type.Refine(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'The JSON Schema, of at most 20,000 characters and 1,000 subschemas. Its patterns are in the syntax of RE2.',
      }),
      isSchema,
      () =>
        'must be a JSON Schema with patterns in the syntax of RE2, of at most 20,000 characters and 1,000 subschemas',
    ),
  }),
  compute: ({ actual_output: text = '' }, { schema }) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return { score: 0, evidence: { errors: ['The answer is not valid JSON.'] } };
    }
    const validate = validatorOf(schema);
    const isValid = validateWithin(LONGEST_VALIDATION_MS, validate, value);
    if (isValid === null) return { unmeasured: 'too_complex', about: 'schema' };
    if (isValid) return { score: 1, evidence: { errors: [] } };
    const errors = (validate.errors ?? []).slice(0, SHOWN_ERRORS);
    return { score: 0, evidence: { errors: errors.map(({ instancePath, message }) => `${instancePath} ${message}`) } };
  },
});

function isSchema(schema: Readonly<Record<string, unknown>>): boolean {
  if (JSON.stringify(schema).length > LARGEST_SCHEMA) return false;
  try {
    // An asynchronous validator returns a promise, which is no verdict.
    return !('$async' in compileSchema(schema));
  } catch {
    return false;
  }
}
