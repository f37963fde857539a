/** Versions of evaluation datasets whose words the items of a synthesis must not have. */
import { ServiceError } from '../../errors/index.ts';
import type { Database } from '../../platform/database/client.ts';
import type { Accessor } from '../access/policy.ts';
import { findDataset, findDatasetByKey } from '../evaluation/datasets/datasets.ts';
import { findVersion } from '../evaluation/datasets/versions.ts';
import type { EvaluationDatasetVersion } from '../evaluation/datasets/versions.ts';

/** An entry of `exclude_datasets`: by identifier or by key, the latest version unless one is named. */
export interface ExcludedSelector {
  readonly dataset_id?: string;
  readonly dataset_key?: string;
  readonly version?: number;
}

/** How errors and rejected items name the entry: not by its dataset, which a reader of the job may not know of. */
export const excludedName = (index: number): string => `exclude_datasets[${index}]`;

/**
 * `not_found` for a dataset or version that there is not, and for one that may not be read: it may be one that nobody
 * is to know of.
 */
export async function findExcluded(
  database: Database,
  accessor: Accessor,
  { dataset_id, dataset_key = '', version }: ExcludedSelector,
  index: number,
): Promise<EvaluationDatasetVersion> {
  try {
    const dataset =
      dataset_id === undefined
        ? await findDatasetByKey(database, accessor, dataset_key)
        : await findDataset(database, accessor, dataset_id);
    if (dataset === null) throw absent(index);
    return await findVersion(database, dataset.id, version ?? null);
  } catch (error) {
    const isHidden = error instanceof ServiceError && ['not_found', 'access_denied'].includes(error.code);
    throw isHidden ? absent(index) : error;
  }
}

const absent = (index: number): ServiceError =>
  new ServiceError(
    'not_found',
    `${excludedName(index)}: there is no such evaluation dataset, or version of it, that the submitter may read.`,
    { member: excludedName(index) },
  );
