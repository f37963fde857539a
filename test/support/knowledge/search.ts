/** Searches of datasets made by datasets.ts, with a scripted embedding model of three dimensions. */
import type { Accessor } from '../../../domain/access/policy.ts';
import { SEARCH_DEFAULTS } from '../../../domain/knowledge/search/query.ts';
import type { DatasetsQuery } from '../../../domain/knowledge/search/query.ts';
import type { SearchResults } from '../../../domain/knowledge/search/results.ts';
import { searchDatasets } from '../../../domain/knowledge/search/search.ts';
import { Scales } from '../../../domain/models/scales.ts';
import { openModels } from '../../../domain/models/index.ts';
import { readSettings } from '../../../platform/config.ts';
import { readModels } from '../../../platform/config/models.ts';
import { embeddingsReply, modelSettings, serveModel } from '../servers/scripted-model.ts';
import type { ModelCall, Reply } from '../servers/scripted-model.ts';
import { OWNER, database } from './datasets.ts';

const { signal } = new AbortController();
/** Longer than any search of a test takes. */
const timeoutMs = 60_000;

/** The texts of a call. */
export const textsOf = ({ body }: ModelCall): string[] => [body.input ?? []].flat();

/** A search in one dataset; `reply` is the model's. */
export type Find = (
  datasetId: string,
  query: Partial<DatasetsQuery> & { readonly text: string },
  caller?: Accessor,
) => Promise<SearchResults>;

export async function searching(
  reply: (call: ModelCall) => Reply = (call) => embeddingsReply(textsOf(call), 3),
): Promise<Find> {
  const settings = modelSettings('test', await serveModel(reply), { DIMENSIONS: '3' });
  const models = openModels(readSettings(settings, readModels), {
    database,
    secrets: { read: async () => [] },
    network: { allow: ['127.0.0.1'], proxy: null },
  });
  const scales = new Scales(models, signal);
  return async (id, query, caller = OWNER) => {
    const { datasetKey } = await database.db.knowledgeDataset.findUniqueOrThrow({ where: { id } });
    const rest = { datasetKeys: [datasetKey], timeoutMs, signal, spend: () => undefined, jobId: null };
    return searchDatasets({ database, models, scales }, caller, { ...SEARCH_DEFAULTS, ...rest, ...query });
  };
}
