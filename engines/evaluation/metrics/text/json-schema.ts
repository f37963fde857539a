import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { Type } from 'typebox';
import { compilePattern } from '../../text-metrics/linear-pattern.ts';
import { defineMetric } from '../metric.ts';

/** Errors that are shown. */
const SHOWN_ERRORS = 10;
/** Characters of a schema as JSON. */
const LARGEST_SCHEMA = 20_000;

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
        description: 'The JSON Schema, of at most 20,000 characters. Its patterns are in the syntax of RE2.',
      }),
      isSchema,
      () => 'must be a JSON Schema with patterns in the syntax of RE2, of at most 20,000 characters',
    ),
  }),
  compute: ({ actual_output: text = '' }, { schema }) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return { score: 0, evidence: { errors: ['The answer is not valid JSON.'] } };
    }
    const validate = compile(schema);
    if (validate(value)) return { score: 1, evidence: { errors: [] } };
    const errors = (validate.errors ?? []).slice(0, SHOWN_ERRORS);
    return { score: 0, evidence: { errors: errors.map(({ instancePath, message }) => `${instancePath} ${message}`) } };
  },
});

/** Ajv keeps patterns by their text, and puts the name of the engine into code that it writes to files, which nobody does here. */
const regExp = Object.assign(
  (pattern: string) => {
    const compiled = compilePattern(pattern, { ignoresCase: false });
    return { test: (text: string) => compiled.matcher(text).find(), toString: () => pattern };
  },
  { code: 'compilePattern' },
);

const compile = (schema: Readonly<Record<string, unknown>>): ValidateFunction =>
  new Ajv2020({ allErrors: true, strict: false, logger: false, code: { regExp } }).compile(schema);

function isSchema(schema: Readonly<Record<string, unknown>>): boolean {
  if (JSON.stringify(schema).length > LARGEST_SCHEMA) return false;
  try {
    // An asynchronous validator returns a promise, which is no verdict.
    return !('$async' in compile(schema));
  } catch {
    return false;
  }
}
