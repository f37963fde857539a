/** What a language model would take for a question about all communities, before anything is asked. */
import { MOST_OF_PART, MOST_PARTS } from '../../../engines/knowledge/communities/index.ts';
import { mostForAny, mostForAnswer } from '../../../engines/knowledge/communities/points.ts';
import type { Accessor } from '../../access/policy.ts';
import { callsEstimate } from '../cognify/calls-estimate.ts';
import type { CallsEstimate } from '../results.ts';
import { possibleParts } from './types/global.ts';
import { roomForPassages } from './answer/overview.ts';
import type { DatasetsQuery, SearchDependencies } from './query.ts';
import { searchScope } from './scope.ts';
import { askedDatasets, requireContentWords } from './search.ts';
import { asksOfCommunities, rulesOf } from './search-types.ts';

/**
 * The most that the search takes, without repairs of broken output; `null` when no model would be asked. Which passages
 * are nearest to the question is not known before it is embedded: those count that have most to read. Throws
 * `question_refused` and what {@link askedDatasets} throws.
 */
export async function estimateSearch(
  { database, models }: Pick<SearchDependencies, 'database' | 'models'>,
  caller: Accessor,
  query: Pick<DatasetsQuery, 'text' | 'type' | 'datasetKeys' | 'filters' | 'onlyContext'>,
): Promise<CallsEstimate | null> {
  requireContentWords(query.text);
  const model = models.of('answer');
  const datasets = await askedDatasets(database, caller, query);
  if (model === null || datasets.length === 0 || query.onlyContext || !asksOfCommunities(rulesOf(query.type)))
    return null;
  const parts = await possibleParts(database, searchScope(caller, datasets, query.filters), MOST_OF_PART);
  if (parts.length === 0) return null;
  const calls = parts
    .map((passages) => mostForAny(query.text, passages, roomForPassages(model)))
    .toSorted((a, b) => b.input - a.input)
    .slice(0, MOST_PARTS);
  const all = [...calls, mostForAnswer(query.text, calls.length)];
  const input = all.reduce((sum, call) => sum + call.input, 0);
  const output = all.reduce((sum, call) => sum + call.output, 0);
  return callsEstimate(model, all.length, { input, output });
}
