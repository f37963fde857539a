import { accessorOf } from '../../domain/jobs/accessor.ts';
import type { JobEnvelope } from '../../domain/jobs/model.ts';
import { findDataset } from '../../domain/knowledge/datasets/index.ts';
import { searchIn } from '../../domain/knowledge/search/index.ts';
import type { SearchDependencies, SearchQuery, SearchResults } from '../../domain/knowledge/search/index.ts';
import type { Step } from '../step/step.ts';

/** What is asked of a dataset. `SEARCH_DEFAULTS` has what a request of the API leaves out. */
export interface DatasetSearch extends Pick<
  SearchQuery,
  'text' | 'type' | 'take' | 'hops' | 'filters' | 'onlyContext'
> {
  readonly datasetId: string;
}

/**
 * Searches a dataset as a step of a job: what the submitter of the job would find through the API at this moment, by
 * the current policies. The step pays for the calls of models. Its further attempts find the finished answer of the
 * language model again if the passages are the same. What it returns has texts of documents: do not return it to
 * Temporal.
 *
 * Rejects with `not_found` or `access_denied` if the dataset is gone or the submitter may no longer read it,
 * `question_refused`, what the embedding model throws, and `model_unavailable`, `model_rate_limited` and `timeout` of
 * the language model. If the language model refuses the passages or its output is of no use, the answer is extractive
 * and has the `failure`, as in the API.
 */
export async function searchDataset(
  dependencies: SearchDependencies,
  envelope: JobEnvelope,
  { datasetId, ...asked }: DatasetSearch,
  { jobId, signal, spend }: Pick<Step, 'jobId' | 'signal' | 'spend'>,
): Promise<SearchResults> {
  const submitter = accessorOf(envelope);
  const dataset = await findDataset(dependencies.database, submitter, { dataset_id: datasetId });
  // The step's signal is aborted first.
  const timeoutMs = envelope.limits.step_timeout_ms;
  const query = { ...asked, timeoutMs, jobId, signal, spend };
  const found = await searchIn(dependencies, submitter, [dataset], query);
  signal.throwIfAborted();
  return found;
}
