import { Ajv2020 } from 'ajv/dist/2020.js';
import { Type } from 'typebox';
import { defineMetric } from '../metric.ts';

/** Errors that are shown. */
const SHOWN_ERRORS = 10;

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
    schema: Type.Record(Type.String(), Type.Unknown(), { description: 'The JSON Schema. Without `pattern`.' }),
  }),
  compute: ({ actual_output: text = '' }, { schema }) => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return { score: 0, evidence: { errors: ['The answer is not valid JSON.'] } };
    }
    const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
    if (validate(value)) return { score: 1, evidence: { errors: [] } };
    const errors = (validate.errors ?? []).slice(0, SHOWN_ERRORS);
    return { score: 0, evidence: { errors: errors.map(({ instancePath, message }) => `${instancePath} ${message}`) } };
  },
});
