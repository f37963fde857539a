/** Evaluation datasets in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { RETENTION_CLASSES } from '../../../domain/storage/retention.ts';
import { DELIMITERS, KNOWLEDGE_UNITS, ROW_FORMATS } from '../../../engines/evaluation/options.ts';
import { AccessPolicy, AccessPolicyInput } from '../../access-policy.ts';
import { pageMembers, pageOf, pageQuery } from '../../contract/page.ts';
import { AnyObject, Id, List, Named, Nullable, Text, Timestamp, Whole, Word } from '../../contract/schema.ts';
import { Priority } from '../../jobs/schemas.ts';
import { WebhookRequest } from '../../webhook/schemas.ts';

export const EvalDatasetId = Type.Object({
  datasetId: Text('The evaluation dataset.', 'evds_01k9zt6v3c8wq4m2n7r5x0ybhd', {
    title: 'EvalDatasetId',
    minLength: 1,
    maxLength: 255,
  }),
});

export const EvalDatasetKey = Text(
  'Your name for it, unique within the tenant: letters, digits, `.`, `_` and `-`.',
  'support-questions',
  {
    title: 'EvalDatasetKey',
    minLength: 1,
    maxLength: 100,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$',
  },
);

export const EvalDatasetRequest = Named('EvalDatasetRequest', 'An evaluation dataset to create.', {
  dataset_key: EvalDatasetKey,
  display_name: Text('Display name.', 'Questions to support', { minLength: 1, maxLength: 255 }),
  description: Type.Optional(Text('What the rows are.', 'Answered tickets of 2026.', { maxLength: 10_000 })),
  retention_class: Type.Optional(
    Word(
      RETENTION_CLASSES,
      '`standard` (default): kept until it is deleted. `temporary`: removed after TEMPORARY_RETENTION_DAYS.',
    ),
  ),
  access_policy: Type.Optional(AccessPolicyInput),
});
export type EvalDatasetRequest = Static<typeof EvalDatasetRequest>;

export const EvalDatasetColumn = Named('EvalDatasetColumn', 'A column.', {
  name: Text('Its name.', 'question'),
  type: Text('`string`, `number`, `boolean`, `array`, `object`, `mixed` or `empty`.', 'string'),
  filled: Type.Number({ description: 'Share of the rows with a value other than `null`.', examples: [0.98] }),
});

export const EvalDatasetVersion = Named('EvalDatasetVersion', 'Rows of an evaluation dataset. They never change.', {
  dataset_id: Id('evds', 'The dataset.'),
  version: Whole('Its number, from 1.', 3),
  rows: Whole('Number of rows.', 1200),
  bytes: Whole('Size of the rows as JSONL.', 402_118),
  sha256: Text('Of the rows as JSONL.', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
  columns: List(EvalDatasetColumn, 'The columns of the rows.'),
  created_by: Text('Subject of the token.', 'developer'),
  created_at: Timestamp('When it was added.'),
});
export type EvalDatasetVersion = Static<typeof EvalDatasetVersion>;

export const EvalDataset = Named('EvalDataset', 'Rows that evaluations take their cases from, in versions.', {
  dataset_id: Id('evds', 'The dataset.'),
  dataset_key: EvalDatasetKey,
  display_name: Text('Display name.', 'Questions to support'),
  description: Nullable(Text('What the rows are.', 'Answered tickets of 2026.')),
  retention_class: Text('`standard` or `temporary`.', 'standard'),
  expires_at: Nullable(Timestamp('When a temporary dataset is removed.')),
  access_policy: AccessPolicy,
  latest_version: Nullable(EvalDatasetVersion, '`null` before rows were added.'),
  created_by: Text('Subject of the token.', 'developer'),
  created_at: Timestamp('When it was created.'),
});
export type EvalDataset = Static<typeof EvalDataset>;

const CURSOR = Buffer.from('2026-03-14T09:26:53.589Z evds_01k9zt6v3c8wq4m2n7r5x0ybhd').toString('base64url');

export const DATASET_PAGES = { of: 'Evaluation datasets', usual: 50, most: 500 };
export const EvalDatasetPage = pageQuery(
  DATASET_PAGES,
  Text('`next_cursor` of the previous page.', CURSOR, { maxLength: 256, pattern: '^[A-Za-z0-9_-]+$' }),
);
export const EvalDatasetList = Named('EvalDatasetList', 'A page of evaluation datasets.', {
  ...pageOf(EvalDataset, 'The datasets, newest first.'),
});

export const EvalDatasetVersionList = Named('EvalDatasetVersionList', 'A page of versions.', {
  ...pageOf(EvalDatasetVersion, 'The versions, newest first.'),
});

const MOST_INLINE_ROWS = 5000;
const row = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Values by the name of their column. At most 200 columns, and 1 MiB as JSON.',
  examples: [{ question: 'Who approves travel expenses?', answer: 'The finance board' }],
  maxProperties: 200,
});

export const EvalRowsRequest = Named('EvalRowsRequest', 'Rows of a new version. More rows come from a file.', {
  rows: List(row, 'The rows.', { minItems: 1, maxItems: MOST_INLINE_ROWS }),
});
export type EvalRowsRequest = Static<typeof EvalRowsRequest>;

const ROW_CURSOR = '100.53120';
export const ROW_PAGES = { of: 'Rows', usual: 50, most: 500 };
export const EvalRowPage = Type.Object(
  {
    ...pageMembers(
      ROW_PAGES,
      Text('`next_cursor` of the previous page.', ROW_CURSOR, { pattern: '^[0-9]{1,9}\\.[0-9]{1,12}$' }),
    ),
    version: Type.Optional(Whole('The version. Default the latest.', 1, { minimum: 1, maximum: 1_000_000 })),
  },
  { additionalProperties: false },
);
export type EvalRowPage = Static<typeof EvalRowPage>;

export const EvalDatasetRowList = Named('EvalDatasetRowList', 'A page of rows. It ends early once it has 4 MiB.', {
  version: Whole('The version that the rows are of.', 3),
  ...pageOf(
    Named('EvalDatasetRow', 'A row.', {
      index: Whole('Its place among the rows, from 0.', 0),
      values: AnyObject('Its values.', { question: 'Who approves travel expenses?' }),
    }),
    'The rows, in their order.',
  ),
});

export const EvalImportRequest = Named('EvalImportRequest', 'Where the rows of a new version come from.', {
  type: Word(['object', 'knowledge_dataset'], 'A stored file, or a knowledge dataset.'),
  locator: Type.Optional(
    Text(
      '`object`: the stored file, such as `service://objects/<object_id>`.',
      'service://objects/obj_01k9zt6v3c8wq4m2n7r5x0ybhd',
      {
        minLength: 1,
        maxLength: 2048,
      },
    ),
  ),
  format: Type.Optional(
    Word(
      [...ROW_FORMATS],
      '`object`: its format. By default its file name decides: `.jsonl`, `.ndjson`, `.csv`, `.tsv` or `.parquet`.',
    ),
  ),
  delimiter: Type.Optional(Word([...DELIMITERS], '`csv`: what separates cells. Default a comma; a tab for `.tsv`.')),
  dataset_id: Type.Optional(
    Id('dset', '`knowledge_dataset`: the dataset. Of its documents, those that you may read become rows.'),
  ),
  unit: Type.Optional(
    Word([...KNOWLEDGE_UNITS], '`knowledge_dataset`: what becomes a row, each chunk (default) or each document.'),
  ),
  priority: Type.Optional(Priority),
  webhook: Type.Optional(WebhookRequest),
});
export type EvalImportRequest = Static<typeof EvalImportRequest>;
