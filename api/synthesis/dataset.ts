/** The evaluation dataset that the items of a request are to become a version of. */
import type { DatasetOrder } from '../../activities/synthesis/types.ts';
import { DEFAULT_ACCESS_POLICY } from '../../domain/access/policy.ts';
import { findDatasetByKey } from '../../domain/evaluation/datasets/datasets.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import type { Services } from '../services.ts';
import { enforceScope } from '../identity/enforce-scope.ts';
import type { SynthesisJobRequest } from './request-schemas.ts';

/** `null`: none is asked for. Refuses one whose policy denies the caller. */
export async function readDataset(
  { database }: Services,
  caller: Caller,
  { dataset, input }: Pick<SynthesisJobRequest, 'dataset' | 'input'>,
): Promise<DatasetOrder | null> {
  if (dataset === undefined) return null;
  enforceScope(caller, 'eval:write');
  const { dataset_key, display_name = dataset_key, access_policy = {} } = dataset;
  await findDatasetByKey(database, caller, dataset_key);
  // Questions quote documents, which may be open to few: nobody else reads a new dataset unless the caller says so.
  const quotesDocuments = input !== undefined && input.type !== 'contexts';
  const { access_level: open } = DEFAULT_ACCESS_POLICY;
  const access_level = quotesDocuments ? 'private' : open;
  return { dataset_key, display_name, access_policy: { ...DEFAULT_ACCESS_POLICY, access_level, ...access_policy } };
}
