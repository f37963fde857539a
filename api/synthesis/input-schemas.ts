/** What items are made from, and the dataset that they go to, in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { AccessPolicyInput } from '../access-policy.ts';
import { Id, List, Named, Text, Word } from '../contract/schema.ts';
import { EvalDatasetKey } from '../evaluation/datasets/schemas.ts';
import { datasetSelector } from '../knowledge/datasets/schemas.ts';

const MOST_SOURCES = 2000;
const MOST_DOCUMENTS = 100;
const LONGEST_TEXT = 100_000;

const Context = Named('SynthesisContext', 'A text that items are made from.', {
  id: Type.Optional(
    Text('Your name of it, which the provenance of items has. Default `contexts/` and its place.', 'mills/7', {
      minLength: 1,
      maxLength: 255,
    }),
  ),
  title: Type.Optional(Text('What it is about.', 'Carrow Mill', { maxLength: 1000 })),
  text: Text('The text.', 'Carrow Mill was built in 1783.', { minLength: 1, maxLength: LONGEST_TEXT }),
  license: Type.Optional(Text('Its license, passed on to items.', 'CC-BY-4.0', { maxLength: 255 })),
  source: Type.Optional(
    Text('Where you have it from, passed on to items.', 'https://example.com/mills', { maxLength: 2048 }),
  ),
});

export const SynthesisInput = Named(
  'SynthesisInput',
  'What items are made from; `type` says which of the other members it has.',
  {
    type: Word(
      ['contexts', 'knowledge', 'documents', 'objects'],
      'Texts of the request, the passages of a knowledge dataset, parsed documents, or stored objects, which ' +
        'are parsed.',
    ),
    contexts: Type.Optional(List(Context, '`contexts`: the texts.', { minItems: 1, maxItems: MOST_SOURCES })),
    dataset_id: datasetSelector.dataset_id,
    dataset_key: datasetSelector.dataset_key,
    node_set: Type.Optional(
      Text('`knowledge`: only documents of this node set.', 'contracts', { minLength: 1, maxLength: 255 }),
    ),
    document_ids: Type.Optional(
      List(Id('doc', 'A parsed document.'), '`documents`: the documents.', {
        minItems: 1,
        maxItems: MOST_DOCUMENTS,
        uniqueItems: true,
      }),
    ),
    object_ids: Type.Optional(
      List(Id('obj', 'A stored object.'), '`objects`: the objects.', {
        minItems: 1,
        maxItems: MOST_DOCUMENTS,
        uniqueItems: true,
      }),
    ),
  },
);
export type SynthesisInput = Static<typeof SynthesisInput>;

export const SynthesisDataset = Named('SynthesisDataset', 'An evaluation dataset that the items become a version of.', {
  dataset_key: EvalDatasetKey,
  display_name: Type.Optional(
    Text('Of a dataset that is created. Default its key.', 'Questions to support', {
      minLength: 1,
      maxLength: 255,
    }),
  ),
  access_policy: Type.Optional(AccessPolicyInput),
});
