import type { Found } from '../found.ts';
import type { Citation } from './exchanges.ts';

/** What a session keeps of a search: the sentences that answer, or else the one of each passage that matches the question best. */
export function citationsOf({ answer, passages }: Found): Citation[] {
  const spans = answer
    ? answer.sentences
    : passages.flatMap(({ highlight }, passage) => (highlight ? [{ ...highlight, passage, isQuoted: false }] : []));
  return spans.flatMap(({ passage, start, end, isQuoted }) => {
    const chunk = passages[passage]?.passage.chunk;
    return chunk === undefined ? [] : [{ rank: passage + 1, chunk, start, end, isQuoted }];
  });
}
