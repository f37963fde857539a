/** What can be wrong with a dataset, its documents or a search. */
import type { ErrorEntries } from './entry.ts';

export const KNOWLEDGE_ERRORS = {
  dataset_exists: {
    title: 'A dataset with this key exists',
    status: 409,
    retryable: false,
    fix: 'Use the dataset that the response names, or choose another `dataset_key`.',
  },
  dataset_deleted: {
    title: 'The dataset is being deleted',
    status: null,
    retryable: false,
    fix: 'Create the dataset again once its deletion has ended.',
  },
  superseded: {
    title: 'Another job has taken over the dataset',
    status: null,
    retryable: false,
    fix: 'Submit a new job. It continues from what both have committed.',
  },
  source_unavailable: {
    title: 'The source is no longer stored',
    status: null,
    retryable: false,
    fix: 'Parse the source again and add it anew, or add the document without `persist_source_copy`.',
  },
  mixed_models: {
    title: 'The datasets are searched by different models',
    status: 409,
    retryable: false,
    fix:
      'Search the datasets of one embedding model at a time, with `dataset_keys`. Embed again those whose model ' +
      'has another length of vectors by now.',
  },
  question_refused: {
    title: 'The question cannot be searched for',
    status: null,
    retryable: false,
    fix: 'Rephrase or shorten the question. A search with `CHUNKS_LEXICAL` needs no model.',
  },
  prompt_profile_missing: {
    title: 'The worker does not know the graph prompt profile',
    status: null,
    retryable: false,
    fix: 'Have the operator give the workers the same GRAPH_PROMPT_PROFILES as the API, then retry the job.',
  },
  too_many_corrections: {
    title: 'The dataset has too many corrections',
    status: 409,
    retryable: false,
    fix:
      'Undo corrections that repeat or contradict each other. A merge of many names in one request has each name ' +
      'once.',
  },
  dataset_permanent: {
    title: 'The dataset is permanent',
    status: 409,
    retryable: false,
    fix: 'Change its retention class, or repeat the request with force=true.',
  },
} as const satisfies ErrorEntries;
