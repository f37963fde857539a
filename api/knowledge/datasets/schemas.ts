/** Datasets in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { DATASET_RETENTION_CLASSES } from '../../../domain/knowledge/datasets/index.ts';
import { pageOf, pageQuery } from '../../contract/page.ts';
import {
  AnyObject,
  Id,
  KeptObject,
  List,
  Named,
  Nullable,
  Text,
  Timestamp,
  Whole,
  Word,
} from '../../contract/schema.ts';
import { AccessPolicy, AccessPolicyInput } from '../../access-policy.ts';

export const DatasetKey = Text(
  'Your name for the dataset, unique within the tenant: up to 100 letters, digits, `.`, `_` and `-`; the first ' +
    'is a letter or a digit.',
  'handbook',
  {
    title: 'DatasetKey',
    minLength: 1,
    maxLength: 100,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  },
);

const Tags = List(Text('Tag.', 'quarterly', { minLength: 1, maxLength: 100 }), 'Your tags. Default none.', {
  title: 'DatasetTags',
  maxItems: 100,
  examples: [['quarterly']],
});

const attributes = {
  description: Type.Optional(Text('What the dataset holds.', 'Rules and benefits.', { maxLength: 10_000 })),
  tags: Type.Optional(Tags),
  retention_class: Type.Optional(
    Word(
      DATASET_RETENTION_CLASSES,
      '`standard` (default) and `permanent` datasets are kept until they are deleted; only deletion with ' +
        '`force=true` removes a permanent one. A `temporary` dataset is removed after TEMPORARY_RETENTION_DAYS.',
      { title: 'DatasetRetentionClass', examples: ['standard'] },
    ),
  ),
  metadata: Type.Optional(
    KeptObject('Your metadata. Default none.', { department: 'hr' }, { title: 'DatasetMetadata' }),
  ),
  access_policy: Type.Optional(AccessPolicyInput),
};

const displayName = Text('Display name.', 'Employee handbook', { minLength: 1, maxLength: 255 });

export const DatasetRequest = Named('KnowledgeDatasetRequest', 'A dataset to create.', {
  dataset_key: DatasetKey,
  display_name: displayName,
  ...attributes,
});
export type DatasetRequest = Static<typeof DatasetRequest>;

export const DatasetPatch = Type.Object(
  { display_name: Type.Optional(displayName), ...attributes },
  {
    title: 'KnowledgeDatasetPatch',
    description: 'Each member that you give replaces the present value as a whole.',
    additionalProperties: false,
    minProperties: 1,
  },
);
export type DatasetPatch = Static<typeof DatasetPatch>;

export const KnowledgeDataset = Named('KnowledgeDataset', 'A collection of documents and what is derived from them.', {
  dataset_id: Id('dset', 'The dataset.'),
  dataset_key: DatasetKey,
  display_name: displayName,
  description: Nullable(Text('What the dataset holds.', 'Rules and benefits.')),
  tags: List(Text('Tag.', 'quarterly'), 'Your tags.'),
  retention_class: Text('`temporary`, `standard` or `permanent`.', 'standard'),
  expires_at: Nullable(Timestamp('When a temporary dataset is removed.')),
  metadata: AnyObject('Your metadata.', { department: 'hr' }),
  access_policy: AccessPolicy,
  embedding: Named('DatasetEmbedding', 'The embedding model of the dataset.', {
    model: Text('Name of the configured model.', 'embedder'),
    dimensions: Whole('Length of its vectors.', 384),
  }),
  counters: Named('DatasetCounters', 'Contents of the dataset that you may read.', {
    documents: Whole('Documents.', 12),
    chunks: Whole('Chunks.', 340),
    tokens: Whole('Tokens of the chunks, estimated.', 81_200),
    entities: Whole('Entities that the chunks mention.', 512),
    relations: Whole('Facts that the chunks state.', 96),
    bytes: Whole('Size of the Markdown, in bytes.', 402_118),
  }),
  audit: Named('DatasetAudit', 'Who created and last changed the dataset.', {
    created_by: Text('Subject of the token.', 'developer'),
    created_at: Timestamp('When it was created.'),
    updated_by: Text('Subject of the token.', 'developer'),
    updated_at: Timestamp('When it was last changed.'),
  }),
});
export type KnowledgeDataset = Static<typeof KnowledgeDataset>;

const CURSOR = Buffer.from('2026-03-14T09:26:53.589Z dset_01k9zt6v3c8wq4m2n7r5x0ybhd').toString('base64url');

const DatasetCursor = Text('`next_cursor` of the previous page.', CURSOR, {
  maxLength: 256,
  pattern: '^[A-Za-z0-9_-]+$',
});

export const DATASET_PAGES = { of: 'Datasets', usual: 50, most: 500 };
export const DatasetPage = pageQuery(DATASET_PAGES, DatasetCursor);

export const KnowledgeDatasetList = Named('KnowledgeDatasetList', 'A page of datasets.', {
  ...pageOf(KnowledgeDataset, 'The datasets, newest first.'),
});

/** Which dataset a request is about: exactly one of the two. */
export const datasetSelector = {
  dataset_id: Type.Optional(Id('dset', 'The dataset. Give this or `dataset_key`.')),
  dataset_key: Type.Optional(DatasetKey),
};
