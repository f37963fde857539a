import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Accessor } from '../../access/policy.ts';
import { findReadableDatasets } from '../datasets/datasets.ts';
import type { DatasetRow } from '../datasets/datasets.ts';
import { modelLabel } from '../datasets/vectors.ts';
import type { DatasetsQuery } from './query.ts';
import { rulesOf } from './types/index.ts';

/**
 * The datasets that a query names by their keys. Throws `not_found` for a key of a dataset that the caller may not read, and `mixed_models` when
 * they have vectors of different models and the type of search compares vectors.
 */
export async function askedDatasets(
  database: Database,
  caller: Accessor,
  { datasetKeys: keys, type }: Pick<DatasetsQuery, 'datasetKeys' | 'type'>,
): Promise<readonly DatasetRow[]> {
  const datasets = await findReadableDatasets(database, caller, keys);
  const missing = keys?.find((key) => !datasets.some(({ datasetKey }) => datasetKey === key));
  if (missing !== undefined) throw new ServiceError('not_found', `There is no dataset ${missing} that you may read.`);
  const models = [...new Set(datasets.map(modelLabel))];
  if (rulesOf(type).byMeaning && models.length > 1) {
    throw new ServiceError('mixed_models', `The datasets have vectors of ${models.length} models.`, { models });
  }
  return datasets;
}
