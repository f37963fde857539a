import type { ModelCaller } from '../../models/callers.ts';
import type { SearchDependencies, SearchQuery } from './query.ts';
import type { Search } from './search.ts';
import type { SearchRules } from './types/rules.ts';

/** One search on its way: its stages are find.ts, show.ts and answer/answers.ts. */
export interface Run {
  readonly dependencies: SearchDependencies;
  readonly search: Search;
  readonly query: SearchQuery;
  readonly rules: SearchRules;
  /** Of its calls of models. */
  readonly caller: ModelCaller;
  /** When the results have to be there, in milliseconds since the epoch. */
  readonly deadline: number;
}
