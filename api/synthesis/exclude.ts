/** The evaluation datasets whose words items must not have. */
import type { ExcludedVersion } from '../../activities/synthesis/types.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import { findExcluded } from '../../domain/synthesis/excluded.ts';
import { ServiceError } from '../../errors/index.ts';
import { ValidationError } from '../contract/validation.ts';
import { enforceScope } from '../identity/enforce-scope.ts';
import type { Services } from '../services.ts';
import { issueAt } from './issues.ts';
import type { SynthesisJobRequest } from './request-schemas.ts';

/** Bytes of the rows of all of them: each round of a synthesis reads them. */
const MOST_BYTES = 256 * 1024 ** 2;

/** Throws as `findExcluded` does, and `too_large` for more than 256 MiB of rows. */
export async function readExcluded(
  { database }: Pick<Services, 'database'>,
  caller: Caller,
  { exclude_datasets = [] }: Pick<SynthesisJobRequest, 'exclude_datasets'>,
): Promise<readonly ExcludedVersion[]> {
  if (exclude_datasets.length === 0) return [];
  enforceScope(caller, 'eval:read');
  const excluded: ExcludedVersion[] = [];
  let total = 0;
  for (const [index, selector] of exclude_datasets.entries()) {
    if ((selector.dataset_id === undefined) === (selector.dataset_key === undefined)) {
      throw new ValidationError([issueAt(['exclude_datasets', index], 'Give either dataset_id or dataset_key.')]);
    }
    const { datasetId, version, bytes } = await findExcluded(database, caller, selector, index);
    total += Number(bytes);
    excluded.push({ dataset_id: datasetId, version });
  }
  if (total <= MOST_BYTES) return excluded;
  const detail = `The datasets to exclude have ${total} bytes of rows, and may have ${MOST_BYTES} together.`;
  throw new ServiceError('too_large', detail, { bytes: total, limit_bytes: MOST_BYTES });
}
