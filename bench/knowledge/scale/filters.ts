/** Filters of a search of the scale bench, each with what it selects, as SQL on `knowledge_document document`. */
import { SHARES, datasetKey } from './corpus.ts';

export interface Filter {
  readonly name: string;
  /** Members of the request. */
  readonly request: { readonly dataset_keys?: readonly string[]; readonly filters?: object };
  readonly sql: string;
}

const ofDataset = (share: number): Filter => ({
  name: `dataset of ${share} %`,
  request: { dataset_keys: [datasetKey(share)] },
  sql: `document.dataset_id = 'dset_${datasetKey(share)}'`,
});

export const FILTERS: readonly Filter[] = [
  { name: 'none', request: {}, sql: 'true' },
  ...SHARES.map(ofDataset),
  {
    name: 'node set of 5 %',
    request: { filters: { node_sets: ['twentieth'] } },
    sql: `document.node_sets && ARRAY['twentieth']`,
  },
  {
    name: 'metadata of 1 %',
    request: { filters: { metadata: { year: 1942 } } },
    sql: `document.metadata @> '{"year": 1942}'`,
  },
  {
    name: 'one document',
    request: { filters: { document_ids: ['doc_bench_42'] } },
    sql: `document.document_id = 'doc_bench_42'`,
  },
];
