/** Bodies to start from. The first of each is accepted as it is. */
import type { BodyExample } from '../../contract/route.ts';
import type { AddRequest } from './schemas/add.ts';
import type { CognifyRequest } from './schemas/cognify.ts';
import type { MemifyRequest } from './schemas/memify.ts';

export const addExamples: Readonly<Record<string, BodyExample<AddRequest>>> = {
  text: {
    summary: 'A text',
    value: {
      dataset_key: 'handbook',
      inputs: [{ input_type: 'text', text: '# Travel\n\nExpenses above 500 euros are approved by the finance board.' }],
    },
  },
  object: {
    summary: 'A stored object and a web page',
    value: {
      dataset_key: 'handbook',
      inputs: [
        { input_type: 'object_id', object_id: 'obj_01k9zt6v3c8wq4m2n7r5x0ybhd', node_set: ['contracts'] },
        { input_type: 'uri', uri: 'https://example.com/travel-policy' },
      ],
    },
  },
};

export const cognifyExamples: Readonly<Record<string, BodyExample<CognifyRequest>>> = {
  minimal: { summary: 'Whatever has changed', value: { dataset_key: 'handbook' } },
  dryRun: {
    summary: 'An estimate of everything',
    value: { dataset_key: 'handbook', incremental_loading: false, dry_run: true },
  },
};

export const memifyExamples: Readonly<Record<string, BodyExample<MemifyRequest>>> = {
  rules: { summary: 'Rules about code', value: { dataset_key: 'handbook' } },
  triplets: { summary: 'Vectors for facts', value: { dataset_key: 'handbook', pipeline: 'triplet_embeddings' } },
  entities: {
    summary: 'Names of one entity, counted',
    value: { dataset_key: 'handbook', pipeline: 'consolidate_entities', dry_run: true },
  },
  communities: {
    summary: 'Communities, within a limit',
    value: { dataset_key: 'handbook', pipeline: 'communities', max_cost_usd: 2.5 },
  },
};
