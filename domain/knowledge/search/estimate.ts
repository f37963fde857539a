/** What a language model would take for a question about all communities, before anything is asked. */
import type { Accessor } from '../../access/policy.ts';
import { usdOf } from '../../models/index.ts';
import type { CallsEstimate } from '../results.ts';
import { largestCommunities } from './communities.ts';
import { datasetsOf } from './index.ts';
import { ASKED_ABOUT, mostFor, withPassages } from './answer/overview.ts';
import type { DatasetsQuery, SearchDependencies } from './query.ts';
import { searchScope } from './scope.ts';

/**
 * The most that the search takes, without repairs of broken output; `null` when no model would be asked. Which communities are nearest to the
 * question is not known before it is embedded: those count that have most to read.
 */
export async function estimateSearch(
  { database, models }: Pick<SearchDependencies, 'database' | 'models'>,
  caller: Accessor,
  query: Pick<DatasetsQuery, 'text' | 'type' | 'datasetKeys' | 'filters'>,
): Promise<CallsEstimate | null> {
  const model = models.of('answer');
  const datasets = await datasetsOf(database, caller, query);
  if (model === null || datasets.length === 0) return null;
  const scope = searchScope(caller, datasets, query.filters);
  const communities = await largestCommunities(database, scope);
  const told = await withPassages(
    database,
    communities.map((community) => ({ community, score: 0 })),
  );
  if (told.length === 0) return null;
  const sizeOf = new Map(told.map((one) => [one, mostFor(model, query.text, [one]).input]));
  const asked = told.toSorted((a, b) => (sizeOf.get(b) ?? 0) - (sizeOf.get(a) ?? 0)).slice(0, ASKED_ABOUT);
  const { input, output } = mostFor(model, query.text, asked);
  const usd = usdOf(model, { input, output });
  return { model: model.name, calls: asked.length + 1, input_tokens: input, output_tokens: output, usd };
}
