/** The evaluation datasets whose words items must not have. */
import type { ExcludedVersion } from '../../activities/synthesis/types.ts';
import { findDataset, findDatasetByKey } from '../../domain/evaluation/datasets/datasets.ts';
import { findVersion } from '../../domain/evaluation/datasets/versions.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import { ServiceError } from '../../errors/index.ts';
import { ValidationError } from '../contract/validation.ts';
import { enforceScope } from '../identity/enforce-scope.ts';
import type { Services } from '../services.ts';
import { issueAt } from './issue.ts';
import type { SynthesisJobRequest } from './schemas.ts';

/** Bytes of the rows of all of them: each round of a synthesis reads them. */
const MOST_BYTES = 256 * 1024 ** 2;

type Selector = NonNullable<SynthesisJobRequest['exclude_datasets']>[number];

/** `not_found` for a dataset or version that there is not, or that the caller may not read; `too_large` for more than 256 MiB of rows. */
export async function readExcluded(
  { database }: Services,
  caller: Caller,
  { exclude_datasets = [] }: SynthesisJobRequest,
): Promise<readonly ExcludedVersion[]> {
  if (exclude_datasets.length === 0) return [];
  enforceScope(caller, 'eval:read');
  const excluded: ExcludedVersion[] = [];
  let total = 0;
  for (const [index, selector] of exclude_datasets.entries()) {
    const { id, datasetKey } = await findSelected({ database }, caller, selector, index);
    const { version, bytes } = await findVersion(database, id, selector.version ?? null);
    total += Number(bytes);
    excluded.push({ dataset_id: id, dataset_key: datasetKey, version });
  }
  if (total <= MOST_BYTES) return excluded;
  const detail = `The datasets to exclude have ${total} bytes of rows, and may have ${MOST_BYTES} together.`;
  throw new ServiceError('too_large', detail, { bytes: total, limit_bytes: MOST_BYTES });
}

async function findSelected(
  { database }: Pick<Services, 'database'>,
  caller: Caller,
  { dataset_id, dataset_key }: Selector,
  index: number,
) {
  if ((dataset_id === undefined) === (dataset_key === undefined)) {
    throw new ValidationError([issueAt(['exclude_datasets', index], 'Give either dataset_id or dataset_key.')]);
  }
  const name = dataset_id ?? dataset_key ?? '';
  const absent = new ServiceError('not_found', `There is no evaluation dataset ${name} that you may read.`);
  try {
    const found =
      dataset_id === undefined
        ? await findDatasetByKey(database, caller, name)
        : await findDataset(database, caller, name);
    if (found !== null) return found;
  } catch (error) {
    const isHidden = error instanceof ServiceError && ['not_found', 'access_denied'].includes(error.code);
    throw isHidden ? absent : error;
  }
  throw absent;
}
