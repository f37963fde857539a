/** The search of Knowledge: what of it others use. */
export type { SearchCitation } from './answer/model-answer.ts';
export { estimateSearch } from './estimate.ts';
export type { Explanation } from './explanation.ts';
export type { FoundFact } from './findings.ts';
export { SEARCH_DEFAULTS, SEARCH_TYPES } from './query.ts';
export type { DatasetsQuery, SearchDependencies, SearchQuery, SearchType, TimeQuery } from './query.ts';
export { NOTHING_FOUND, answerText, markedText } from './results.ts';
export type { Quotation, SearchAnswer, SearchResult, SearchResults } from './results.ts';
export { searchDatasets, searchIn } from './search.ts';
export type { SearchProgress } from './search.ts';
export { answers, membersNotOf, rulesOf, showsConflicts, takesMember, typesWith } from './types.ts';
export type { SearchMember, SearchRules } from './types.ts';
export { SEARCH_WARNINGS, SEARCH_WARNING_CODES } from './warnings.ts';
