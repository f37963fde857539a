/** Built-in datasets in the contract. */
import type { Static } from 'typebox';
import { BUILT_IN_DATASETS } from '../../../domain/evaluation/datasets/built-in/index.ts';
import { List, Named, Text, Whole } from '../../contract/schema.ts';
import { EvalDatasetColumn } from './schemas.ts';

const DIGEST = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

export const EvalBuiltInDatasetList = Named('EvalBuiltInDatasetList', 'The built-in datasets.', {
  items: List(
    Named('EvalBuiltInDataset', 'A small dataset that comes with the product.', {
      builtin_dataset_key: Text('Its key.', 'short_answers'),
      title: Text('Its name.', 'Questions of general knowledge with short answers'),
      description: Text('What its columns are.', '`label` is `right` or `wrong`.'),
      rows: Whole('Number of rows.', 40),
      columns: List(EvalDatasetColumn, 'The columns of the rows.'),
      metrics: List(Text('Key of a metric.', 'quality.correctness'), 'Metrics that it suits.'),
      license: Text('SPDX identifier of its licence.', 'Apache-2.0'),
      source: Text('Where it is from.', 'Written for Tidemill'),
      sha256: Text('Of its rows as JSONL. It changes when a release changes them.', DIGEST),
    }),
    'The datasets.',
  ),
});

export function listBuiltIn(): Static<typeof EvalBuiltInDatasetList> {
  const items = BUILT_IN_DATASETS.map(({ key, rows, columns, metrics, ...described }) => ({
    builtin_dataset_key: key,
    ...described,
    rows: rows.length,
    columns: columns.map((column) => ({ ...column })),
    metrics: [...metrics],
  }));
  return { items };
}
