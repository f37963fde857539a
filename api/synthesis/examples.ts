/** Requests in the documentation of the operations. */
import type { BodyExample } from '../contract/route.ts';
import type { SynthesisRequest } from './request-schemas.ts';

type Examples = Readonly<Record<string, BodyExample<SynthesisRequest>>>;

export const syncExamples: Examples = {
  questions: {
    summary: 'Questions on a text',
    value: {
      count: 5,
      input: {
        type: 'contexts',
        contexts: [{ title: 'Carrow Mill', text: 'Carrow Mill was built in 1783. Carrow Mill is located in Norwich.' }],
      },
    },
  },
};

export const jobExamples: Examples = {
  questions: {
    summary: 'Questions on a knowledge dataset',
    value: { count: 50, input: { type: 'knowledge', dataset_key: 'policies' } },
  },
  rows: {
    summary: 'Rows of two tables',
    value: {
      name: 'shop',
      seed: 7,
      options: {
        tables: [
          {
            name: 'customers',
            count: 100,
            schema: {
              type: 'object',
              required: ['id', 'name'],
              properties: { id: { type: 'integer' }, name: { type: 'string' } },
            },
            columns: {
              id: { rule: 'sequence', start: 1, step: 1 },
              name: { rule: 'generator', generator: 'person.full_name' },
            },
          },
          {
            name: 'orders',
            count: 500,
            schema: {
              type: 'object',
              required: ['customer_id', 'total'],
              properties: {
                customer_id: { type: 'integer' },
                total: { type: 'number', minimum: 0, maximum: 5000, multipleOf: 0.01 },
              },
            },
            columns: {
              customer_id: { rule: 'reference', table: 'customers', column: 'id', skew: 'zipf' },
              total: { rule: 'distribution', distribution: { type: 'lognormal', median: 60, sigma: 1 } },
            },
          },
        ],
      },
    },
  },
};
