/** Which sentences are worth the time of the embedding model. */
import type { LexicalStatistics } from '../lexis/bm25.ts';
import { lexemes } from '../lexis/lexemes.ts';
import type { Language } from '../../text/stop-words.ts';
import type { Question } from '../retrieval/question.ts';
import { askedWords, coverage, weighedWords } from './asked-words.ts';
import type { AskedWord } from './asked-words.ts';
import type { AnswerPassage, Sentence } from './types.ts';

/** Of each passage. On 50 questions of MuSiQue and of XQuAD three find as many answers as all sentences, in three fifths of the time; two find fewer. */
const MOST_EMBEDDED = 3;

/**
 * Of each passage the three sentences that have the most of the question's words, or of the words of the probe that led to the passage
 * (`null`: none did). In their order. Of a passage in another language all sentences, since words cannot be compared.
 */
export function promisingSentences(
  question: Question,
  statistics: LexicalStatistics,
  passages: readonly AnswerPassage[],
  probes: readonly (string | null)[],
  sentences: readonly Sentence[],
): Sentence[] {
  const { language } = question;
  const asked = askedWords(question, statistics);
  return [...Map.groupBy(sentences, ({ passage }) => passage)].flatMap(([index, ofPassage]) => {
    if (passages[index]?.language !== language) return ofPassage;
    const probe = weighedWords([...lexemes(probes[index] ?? '', language).positions.keys()], statistics);
    return ofPassage
      .map((sentence, order) => ({ sentence, order, share: shareOf(sentence, [asked, probe], language) }))
      .sort((a, b) => b.share - a.share)
      .slice(0, MOST_EMBEDDED)
      .sort((a, b) => a.order - b.order)
      .map(({ sentence }) => sentence);
  });
}

/** The largest share of the words of one of the questions that a sentence has. */
function shareOf({ text }: Sentence, questions: readonly (readonly AskedWord[])[], language: Language): number {
  const read = lexemes(text, language).positions;
  const shares = questions
    .filter(({ length }) => length > 0)
    .map((words) => coverage(words, [words.map(({ lexeme }) => read.has(lexeme))]));
  return Math.max(0, ...shares);
}
