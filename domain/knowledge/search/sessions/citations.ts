import type { SearchResults } from '../results.ts';
import type { Citation } from './exchanges.ts';

/**
 * What a session keeps of a search: the sentences that answer, or else the one of each passage that matches the
 * question best.
 */
export function citationsOf({ extracted, results }: Pick<SearchResults, 'extracted' | 'results'>): Citation[] {
  const spans = extracted
    ? extracted.sentences
    : results.flatMap(({ passage: { highlight } }, passage) =>
        highlight ? [{ ...highlight, passage, isQuoted: false }] : [],
      );
  return spans.flatMap(({ passage, start, end, isQuoted }) => {
    const chunk = results[passage]?.passage.chunk;
    return chunk === undefined ? [] : [{ rank: passage + 1, chunk, start, end, isQuoted }];
  });
}
