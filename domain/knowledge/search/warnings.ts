/**
 * Codes of search warnings, each with a clause for the contract. Each needs a row in docs/knowledge.md
 * (test/docs/listed.test.ts).
 */
export const SEARCH_WARNINGS = {
  not_cognified: 'documents wait for a Cognify job: what is new in them is not found',
  filter_matches_nothing: '`filters` match no document that you may read',
  facts_without_vectors: 'facts that have no vectors yet are not found',
  communities_missing: 'there are no communities that you may read',
  no_time_in_question: 'nothing says what time is asked for, so dates do not affect the ranking',
  not_reranked: 'the reranking model failed, or took too long',
  communities_left_out: 'the language model was asked about fewer communities than were found, or failed for some',
  max_cost_usd_too_low: '`max_cost_usd` suffices for no call of the language model',
  results_left_out: 'all results together are too long, so the last ones are missing',
} as const satisfies Readonly<Record<string, string>>;

type SearchWarningCode = keyof typeof SEARCH_WARNINGS;
export const SEARCH_WARNING_CODES: readonly SearchWarningCode[] = Object.keys(SEARCH_WARNINGS).filter(isCode);

function isCode(text: string): text is SearchWarningCode {
  return text in SEARCH_WARNINGS;
}

/** What a caller should know of how the search went. */
export interface SearchWarning {
  readonly code: SearchWarningCode;
  readonly message: string;
}
