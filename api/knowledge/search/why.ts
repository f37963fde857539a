/** Why passages were found, in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { SearchResult } from '../../../domain/knowledge/search/show/present.ts';
import type { SearchWhy as Why } from '../../../domain/knowledge/search/why.ts';
import { Named, Nullable, Text, Whole } from '../../contract/schema.ts';
import { named, onlyTaking, onlyWith } from './for-types.ts';

export const SearchGraphPath = Named('SearchGraphPath', 'How the second hop led from one passage to another.', {
  from_chunk_id: Text('The passage that it started from.', '4711'),
  entity: Nullable(Text('The entity that both passages share.', 'finance board')),
  question: Text('The question that the second hop asked.', 'Who approves finance board'),
  to_chunk_id: Text('The passage that it led to.', '4712'),
});

const part = (description: string, example: number) => Type.Number({ description, examples: [example] });

const SearchScoreParts = Named('SearchScoreParts', 'What the score is the sum of.', {
  similarity: part('Similarity of the vectors: 0 for unrelated texts, 1 for a question and its answer.', 0.93),
  words: part(`Words that question and passage share. With ${named(({ byMeaning }) => !byMeaning)}, BM25.`, 0.38),
  title: part('The question names the title.', 0),
  second_hop: part('The second hop led to the passage.', 0.21),
  time: part(`${onlyTaking('time')}: the date of the passage fits what is asked, or does not.`, 0),
  community: part(
    `${onlyWith(({ finds }) => finds === 'communities')}: how near the summarized community is to the question, what the passage loses to better ones of its community, or a rating by the language model.`,
    0,
  ),
  rerank: part('The reranking model moved the passage to a rank with a higher or lower score.', 0),
  feedback: part('Ratings of the passage for similar questions.', 0.08),
});

const SearchSignalRanks = Named('SearchSignalRanks', 'Ranks among all candidates by one signal alone.', {
  similarity: Nullable(Whole('By similarity; `null` where it adds nothing to the score.', 2)),
  words: Nullable(Whole('By words; `null` where they add nothing to the score.', 1)),
  first_hop: Whole('Before the second hop.', 2),
});

export const SearchResultWhy = Named('SearchResultWhy', 'Why a passage has its rank.', {
  parts: SearchScoreParts,
  ranks: SearchSignalRanks,
  ratings: Whole('Ratings that `feedback` counts.', 2),
  path: Nullable(SearchGraphPath, '`null` if the second hop did not lead to it.'),
});

export const SearchWhy = Named('SearchWhy', 'What was ranked, and what was not.', {
  candidates: Whole('Passages that were ranked.', 143),
  filtered_out: Whole(
    `Passages that \`filters\` removed, of the 100 nearest in meaning (not with ${named(({ byMeaning }) => !byMeaning)}) and the 100 nearest in words (not with ${named(({ byWords }) => !byWords)}) among those that you may read.`,
    12,
  ),
});

export function resultWhy(result: SearchResult): Static<typeof SearchResultWhy> | null {
  const { parts, ranks } = result;
  if (ranks === null) return null;
  return {
    parts: {
      similarity: parts.similarity,
      words: parts.words,
      title: parts.title,
      second_hop: parts.secondHop,
      time: parts.time,
      community: parts.community,
      rerank: parts.rerank,
      feedback: parts.feedback,
    },
    ranks: { similarity: ranks.similarity, words: ranks.words, first_hop: ranks.firstHop },
    ratings: result.ratings,
    path: pathOf(result)[0] ?? null,
  };
}

export function searchWhy({ candidates, filteredOut }: Why): Static<typeof SearchWhy> {
  return { candidates, filtered_out: filteredOut };
}

/** How the second hop led to a passage: one path, or none. */
export function pathOf({ path, passage }: SearchResult): Static<typeof SearchGraphPath>[] {
  if (!path) return [];
  const { from, entity, probe } = path;
  return [{ from_chunk_id: from, entity: entity?.name ?? null, question: probe, to_chunk_id: passage.chunk }];
}
