/**
 * Whether the passages of a question lead to its answer: by words alone, another way than any engine makes questions.
 */
import { askedWords, coverage, lexemes, readQuestion } from '../../knowledge/retrieval/index.ts';
import { guessLanguage } from '../../text/language.ts';
import { statementsOf } from '../../text/statements.ts';

/** Sentences of a passage that are read: those with most words of the question. */
const READ = 3;

export interface Findings {
  /** Words of the answer that are no function words. */
  readonly answerWords: number;
  /** Share of the answer's words in the sentences that were read, from 0 to 1. */
  readonly answerFound: number;
  /**
   * Share of the weight of the question's words in the sentence that has most, and what is read beside it, from 0 to 1.
   */
  readonly questionFound: number;
  /** Share of the answer's words that the question itself has. */
  readonly givenAway: number;
}

/** A passage may begin with its title, which is no sentence. */
const SENTENCE = /[.!?…。！？]["”’')\]]*$/;

/**
 * Beside each sentence, the one before it, the title and the first sentence of the passage are read: they say what "it"
 * is.
 */
export function findAnswer(question: string, answer: string, passages: readonly string[]): Findings {
  const language = guessLanguage(passages.join('\n'));
  const wordsOf = (text: string): ReadonlySet<string> => new Set(lexemes(text, language).positions.keys());
  const statements = passages.map((text) => statementsOf(text).map(({ start, end }) => text.slice(start, end)));
  const sentences = statements.map((ofPassage) => ofPassage.map(wordsOf));
  const frequencies = new Map<string, number>();
  for (const word of sentences.flat().flatMap((words) => [...words])) {
    frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  const statistics = { texts: sentences.flat().length, averageLength: 0, frequencies };
  const asked = askedWords(readQuestion(question, [language]), statistics);
  const shareOfQuestion = (...read: ReadonlySet<string>[]): number =>
    coverage(
      asked,
      read.map((words) => asked.map(({ lexeme }) => words.has(lexeme))),
    );
  const read = sentences.flatMap((ofPassage, passage) => {
    const titles = ofPassage.length > 1 && !SENTENCE.test(statements[passage]?.[0] ?? '') ? 1 : 0;
    const opening = ofPassage.slice(0, titles + 1);
    return ofPassage
      .map((words, at) => ({ alone: shareOfQuestion(words), near: [words, ofPassage[at - 1], ...opening] }))
      .slice(titles)
      .sort((a, b) => b.alone - a.alone)
      .slice(0, READ)
      .map(({ near }) => near.filter((words) => words !== undefined));
  });
  const answering = [...wordsOf(answer)];
  const shareOfAnswer = (known: ReadonlySet<string>): number =>
    answering.length === 0 ? 0 : answering.filter((word) => known.has(word)).length / answering.length;
  return {
    answerWords: answering.length,
    answerFound: shareOfAnswer(new Set(read.flat().flatMap((words) => [...words]))),
    questionFound: Math.max(0, ...read.map((near) => shareOfQuestion(...near))),
    givenAway: shareOfAnswer(wordsOf(question)),
  };
}
