/** Stage 1: the sentences that may answer. Stage 2: how well each one does. */
import { statementsOf } from '../chunking/statements.ts';
import type { Language } from '../lexis/stop-words.ts';
import { lexemes } from '../lexis/lexemes.ts';
import { similarity } from '../retrieval/similarity.ts';
import type { SimilarityScale } from '../retrieval/similarity.ts';
import { coverage } from './asked-words.ts';
import type { AskedWord } from './asked-words.ts';
import type { AnswerPassage, AnswerVectors, ScoredSentence, Sentence } from './types.ts';

/** Of one passage. A chunk has 4 on average; only a chunk of the shortest rows has more than this. */
const MOST_SENTENCES = 64;
/** Chosen on musique_a and half of xquad_en_a, in units of `similarity`. */
const WEIGHTS = { words: 0.5, rank: 0.03 };

/** In the order of the passages and of the text, at most 64 of a passage. */
export function sentencesOf(passages: readonly AnswerPassage[]): Sentence[] {
  return passages.flatMap(({ heading, text }, passage) =>
    statementsOf(text)
      .slice(0, MOST_SENTENCES)
      .map(({ start, end }) => ({ passage, start, end, text: withHeading(heading, text.slice(start, end)) })),
  );
}

const withHeading = (heading: string, sentence: string): string =>
  heading === '' ? sentence : `${heading}. ${sentence}`;

/**
 * Best first. A passage of the second hop answers what its probe asked, not the whole question. Between languages, where words
 * cannot be compared, similarity stands in for them.
 */
export function scoreSentences(
  asked: readonly AskedWord[],
  language: Language,
  passages: readonly AnswerPassage[],
  sentences: readonly Sentence[],
  vectors: AnswerVectors,
  scale: SimilarityScale,
): ScoredSentence[] {
  return sentences
    .map((sentence, index): ScoredSentence => {
      const vector = vectors.sentences[index] ?? new Float32Array();
      const probe = vectors.probes[sentence.passage] ?? vectors.question;
      const cosine = Math.max(product(vectors.question, vector), product(probe, vector));
      const near = similarity(cosine, scale);
      const covers =
        passages[sentence.passage]?.language === language
          ? coversOf(asked, lexemes(sentence.text, language).positions)
          : null;
      const words = covers === null ? Math.min(Math.max(near, 0), 1) : coverage(asked, [covers]);
      const score = near + WEIGHTS.words * words - WEIGHTS.rank * sentence.passage;
      return { ...sentence, similarity: near, score, covers };
    })
    .sort((a, b) => b.score - a.score || a.passage - b.passage || a.start - b.start);
}

const coversOf = (asked: readonly AskedWord[], read: ReadonlyMap<string, unknown>): boolean[] =>
  asked.map(({ lexeme }) => read.has(lexeme));

function product(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
}
