/** Stage 1: the sentences that may answer. Stage 2: how well each one does. */
import { nearestHeading } from '../../text/chunking/headings.ts';
import { headingAt } from '../../text/markdown/headings.ts';
import { statementsOf } from '../../text/statements.ts';
import type { Language } from '../../text/stop-words.ts';
import { lexemes } from '../retrieval/index.ts';
import type { Question } from '../retrieval/index.ts';
import { similarity } from '../../text/similarity.ts';
import type { SimilarityScale } from '../../text/similarity.ts';
import { coverage } from '../retrieval/index.ts';
import type { AskedWord } from '../retrieval/index.ts';
import { asksOfHead, withoutDatelines } from './datelines.ts';
import { inWords } from './rows.ts';
import type { AnswerPassage, AnswerVectors, ScoredSentence, Sentence } from './types.ts';

/** Of one passage. A chunk has 4 on average; only a chunk of the shortest rows has more than this. */
const MOST_SENTENCES = 64;
/**
 * Chosen on musique_a, half of xquad_en_a and the documents of bench/knowledge/documents/office, in units of
 * `similarity`.
 */
const WEIGHTS = { words: 0.5, rank: 0.03 };

/**
 * In the order of the passages and of the text, at most 64 of a passage, without those that only date their text. A
 * sentence gets the nearest heading alone: one that all sentences of a document share makes them alike, and gives a
 * document with a heading the advantage over one without.
 */
export function sentencesOf(
  { text: question, language }: Pick<Question, 'text' | 'language'>,
  asked: readonly AskedWord[],
  passages: readonly AnswerPassage[],
): Sentence[] {
  const takesAll = asksOfHead(question);
  return passages.flatMap((passage, index) => {
    const above = nearestHeading(passage.heading);
    const first = statementsOf(passage.text).slice(0, MOST_SENTENCES);
    const statements = takesAll ? first : withoutDatelines(passage.text, first, passage.heading);
    return statements.map((statement): Sentence => {
      const { start, end, heading } = statement;
      const section = heading ? headingAt(passage.text, ...heading) : '';
      const words = inWords(passage, statement);
      const covers = passage.language === language ? coversOf(asked, below(section, words), language) : null;
      return { passage: index, start, end, words, text: below(section || above, words), covers };
    });
  });
}

const below = (heading: string, words: string): string => (heading === '' ? words : `${heading}. ${words}`);

/**
 * Best first. A passage of the second hop answers what its probe asked, not the whole question. Between languages,
 * similarity stands in for words.
 */
export function scoreSentences(
  asked: readonly AskedWord[],
  sentences: readonly Sentence[],
  vectors: AnswerVectors,
  scale: SimilarityScale,
): ScoredSentence[] {
  return sentences
    .map((sentence, index): ScoredSentence => {
      const vector = vectors.sentences[index] ?? new Float32Array();
      const probe = vectors.probes[sentence.passage] ?? vectors.question;
      const near = similarity(Math.max(product(vectors.question, vector), product(probe, vector)), scale);
      const words = sentence.covers ? coverage(asked, [sentence.covers]) : Math.min(Math.max(near, 0), 1);
      const score = near + WEIGHTS.words * words - WEIGHTS.rank * sentence.passage;
      return { ...sentence, similarity: near, score };
    })
    .sort((a, b) => b.score - a.score || a.passage - b.passage || a.start - b.start);
}

/** Of the question's words, by index, whether a text of the question's language has them. */
export function coversOf(asked: readonly AskedWord[], text: string, language: Language): boolean[] {
  const { positions } = lexemes(text, language);
  return asked.map(({ lexeme }) => positions.has(lexeme));
}

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
