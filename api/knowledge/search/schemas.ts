/** What a search answers, in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { SEARCH_WARNINGS, SEARCH_WARNING_CODES, showsConflicts } from '../../../domain/knowledge/search/index.ts';
import { PLACES } from '../../../domain/knowledge/graph/index.ts';
import { TIME_ORDERS } from '../../../engines/knowledge/options.ts';
import { Flag, Id, List, Named, Nullable, Text, Whole, Word } from '../../contract/schema.ts';
import { JobMeasure } from '../../jobs/schemas.ts';
import { KnowledgeCommunity } from '../communities.ts';
import { DatasetKey } from '../datasets/schemas.ts';
import { conflictMembers } from '../graph/claims.ts';
import { periodMembers } from '../shared/days.ts';
import { DatedEvidence } from '../shared/evidence.ts';
import { ModelEstimate } from '../shared/model-estimate.ts';
import { Span, spanIn } from '../shared/span.ts';
import { named, onlyTaking, onlyWith } from './type-notes.ts';

const AskedTimeShape = Named('SearchAskedTime', 'What a search understood of time.', {
  ...periodMembers,
  order: Nullable(Word(TIME_ORDERS, 'Which of the passages that match rank higher; `null`: neither.')),
});

const SearchDate = Named('SearchDate', 'A date of a passage.', {
  ...periodMembers,
  place: Word(PLACES, 'Where it is written: in the text or heading of the passage, or it is that of the document.'),
  span: Nullable(
    spanIn('DateSpan', 'Start and end in the text or heading, end exclusive.', [12, 24]),
    '`null` for the date of the document.',
  ),
});

const SearchConflict = Named('SearchConflict', 'Contradicting statements.', conflictMembers);

const SearchGraphPath = Named('SearchGraphPath', 'How the second hop led from one passage to another.', {
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
    `${onlyWith(({ finds }) => finds === 'communities')}: how near the summarized community is to the ` +
      'question, what the passage loses to better ones of its community, or a rating by the language model.',
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

const SearchResultWhy = Named('SearchResultWhy', 'Why a passage has its rank.', {
  parts: SearchScoreParts,
  ranks: SearchSignalRanks,
  ratings: Whole('Ratings that `feedback` counts.', 2),
  path: Nullable(SearchGraphPath, '`null` if the second hop did not lead to it.'),
});

const SearchWhy = Named('SearchWhy', 'What was ranked, and what was not.', {
  candidates: Whole('Passages that were ranked.', 143),
  filtered_out: Whole(
    `Passages that \`filters\` removed, of the 100 nearest in meaning (not with ` +
      `${named(({ byMeaning }) => !byMeaning)}) and the 100 nearest in words (not with ` +
      `${named(({ byWords }) => !byWords)}) among those that you may read.`,
    12,
  ),
});

const SearchProvenance = Named('SearchProvenance', 'Where a passage comes from.', {
  dataset_id: Id('dset', 'The dataset.'),
  dataset_key: DatasetKey,
  document_id: Text('The document.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  title: Nullable(Text('Title of the document.', 'Travel policy')),
  label: Nullable(Text('Label that it was added with.', 'travel-policy.pdf')),
  uri: Nullable(Text('Address that it was fetched from.', 'https://example.com/travel-policy')),
  object_id: Nullable(Text('Stored object that it was made from.', 'obj_01k9zt6v3c8wq4m2n7r5x0ybhd')),
  object_link: Nullable(
    Text(
      'Path that returns a download URL of the object.',
      '/v1/storage/objects/obj_01k9zt6v3c8wq4m2n7r5x0ybhd/download-url',
      {
        format: 'uri-reference',
      },
    ),
  ),
  chunk_ordinal: Whole('Position of the chunk in the document, from 0.', 3),
  span: Span,
  page_from: Nullable(Whole('First page.', 2)),
  page_to: Nullable(Whole('Last page.', 2)),
  record: Nullable(
    Named('SearchRecord', 'The row of a table.', {
      type: Text('What it is.', 'customer'),
      row: Whole('Position in its table, from 1; the header does not count.', 17),
    }),
    '`null` unless the passage is a record (`structured_ingest`).',
  ),
});

const SearchHighlight = Named('SearchHighlight', 'The sentence of a passage that matches the question best.', {
  span: Span,
  marks: List(Span, 'Words of the question in it.'),
});

const SearchAnswer = Named('SearchAnswer', 'An answer based on the passages.', {
  text: Text(
    'Sentences, each with the ranks of its passages. If the passages do not seem to contain the answer, it ' +
      'says so, and an extractive answer then quotes what is closest.',
    'Expenses above 500 euros are approved by the finance board. [1]',
  ),
  method: Text(
    '`model`: written by a language model from the passages. `extractive`: sentences quoted from the passages.',
    'extractive',
  ),
  model: Nullable(Text('Name of the configured language model; `null` if none was used.', 'main')),
  holds_answer: Flag('Whether the passages seem to contain the answer.', true),
  confidence: Nullable(
    Type.Number({
      description: 'Calibrated probability of `holds_answer`; `null` for a language model.',
      examples: [0.82],
    }),
  ),
  sentences_dropped: Whole('Sentences of the language model that were left out because they cite no passage.', 0),
  citations: List(
    Named('SearchCitation', 'A sentence that answers.', {
      rank: Whole('Rank of its passage.', 1),
      chunk_id: Text('Its passage.', '4712'),
      text: Text('The sentence.', 'Expenses above 500 euros are approved by the finance board.'),
      span: Span,
    }),
    'For `model`, in the order of the text. For `extractive`, best first; the text has the first of them.',
  ),
  usage: List(JobMeasure, 'Usage of the language model, including failed calls.'),
  warning: Nullable(
    Named('SearchAnswerFailure', 'Why the configured language model did not write the answer.', {
      code: Text('Code of the error, see docs/errors.md.', 'model_unavailable'),
      message: Text('What happened.', 'The model gave no complete answer.'),
    }),
  ),
});

const SearchResult = Named('SearchResult', 'A passage.', {
  chunk_id: Text('The passage.', '4712'),
  rank: Whole('From 1.', 1),
  score: Type.Number({
    description: 'Never higher than that of a better rank. Comparable within one response only.',
    examples: [1.31],
  }),
  heading: Text('Headings above the text.', 'Travel › Approval'),
  text: Text('The text.', 'Expenses above 500 euros are approved by the finance board.'),
  highlight: Nullable(SearchHighlight),
  provenance: Nullable(SearchProvenance),
  date: Nullable(SearchDate, `${onlyTaking('time')}: the date that counted; \`null\` if none did.`),
  why: Nullable(SearchResultWhy, '`null` without `include_why`.'),
});

const factEnd = (title: string, description: string, name: string, label: string) =>
  Named(title, description, {
    name: Text('Normal form.', name),
    label: Text('Spelling in the first chunk of the evidence.', label),
  });

const SearchFact = Named('SearchFact', 'A fact that passages state.', {
  fact_id: Text('The fact, as in the graph.', '815'),
  rank: Whole('From 1.', 1),
  score: Type.Number({ description: 'Comparable within one response only.', examples: [1.31] }),
  subject: factEnd('SearchFactSubject', 'Subject of the fact.', 'finance board', 'Finance Board'),
  predicate: Text('The relation.', 'approves'),
  object: factEnd('SearchFactObject', 'Object of the fact.', 'travel expenses', 'travel expenses'),
  evidence: List(DatedEvidence, 'Where passages state it, at most 5; each passage is one of `results`.'),
});

const SearchWarning = Named('SearchWarning', 'What you should know of how the search went.', {
  code: Word(
    SEARCH_WARNING_CODES,
    SEARCH_WARNING_CODES.map((code) => `\`${code}\`: ${SEARCH_WARNINGS[code]}.`).join(' '),
  ),
  message: Text(
    'What happened, and what to do.',
    'Some facts have no vectors yet and cannot be found. Run a Memify job with the pipeline triplet_embeddings.',
  ),
});

export const SearchResponse = Named('SearchResponse', 'What was found.', {
  query_text: Text('The question.', 'Who approves travel expenses?'),
  resolved_query_text: Nullable(
    Text(
      'The question that was searched for, with what `follow_up` added; `null` if nothing was.',
      'Who approves them? (Travel expenses)',
    ),
  ),
  resolved_with: List(
    Text('A name, or a former question, without its time if a later one names another.', 'Travel expenses'),
    'What `follow_up` added to the question: from former questions of the session, or the title of a passage ' +
      'that answered.',
  ),
  search_type: Text('How passages were found.', 'GRAPH_COMPLETION'),
  results: List(SearchResult, 'Passages, best first.'),
  facts: List(
    SearchFact,
    `${onlyWith(({ finds }) => finds === 'facts')}: the facts that \`results\` state, best first; empty for ` +
      'other types.',
  ),
  communities: List(
    KnowledgeCommunity,
    `${onlyWith(({ finds }) => finds === 'communities')}: the communities that \`results\` are of, best first; ` +
      'empty for other types.',
  ),
  answer: Nullable(
    SearchAnswer,
    `${onlyWith(({ answer }) => answer !== null)}; \`null\` with \`only_context\`, and if nothing was found.`,
  ),
  time: Nullable(
    AskedTimeShape,
    `${onlyTaking('time')}; \`null\` if neither question nor request says anything of time.`,
  ),
  conflicts: List(SearchConflict, `${onlyWith(showsConflicts)}: statements in \`results\` that contradict each other.`),
  graph_paths: List(SearchGraphPath, 'With `include_graph_paths`; empty otherwise.'),
  why: Nullable(SearchWhy, '`null` without `include_why`, and if the time was up.'),
  warnings: List(SearchWarning, 'What could not be found or done as asked, and why; usually empty.'),
  estimate: Nullable(
    ModelEstimate,
    'With `dry_run`: the most that the language model would take; `null` when none would be asked.',
  ),
  exchange_id: Nullable(Text('The question in its session; `null` without `session_id`.', '93')),
  partial: Flag('Whether the search stopped at `timeout_seconds`.', false),
  elapsed_ms: Whole('Duration of the search, in milliseconds.', 84),
});
export type SearchResponse = Static<typeof SearchResponse>;
