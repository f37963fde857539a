/**
 * Whether questions are answerable from a collection of passages, and their answers grounded in their own: by search
 * and reading over all passages, where the critic of the service reads the words of a question's own passages alone.
 */
import { judgeCorrectness } from '../../../engines/evaluation/judges/built-in/correctness.ts';
import { bm25, lexemes } from '../../../engines/knowledge/retrieval/index.ts';
import { statementsOf } from '../../../engines/text/statements.ts';
import type { Embed } from '../../support/embedding.ts';
import type { Passage } from '../../knowledge/cases.ts';

export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: string;
  /** Texts of its passages. */
  readonly contexts: readonly string[];
}

export interface Usable {
  /** Whether search has all its passages among the first {@link FIRST}, twice as many of a question on two. */
  readonly isFound: boolean;
  /**
   * Whether a sentence of what search found, read by the words of the question, says the answer, as the judge of
   * correctness sees it.
   */
  readonly isAnswered: boolean;
  /**
   * Whether its passages have the words of the answer: in a row; of a long one, or one from two passages, most of them.
   */
  readonly isGrounded: boolean;
}

const FIRST = 5;
/** Sentences that are read. */
const READ = 5;
/** Rank that a passage counts for at most, in the fusion of the two searches (Cormack et al. 2009). */
const FUSION = 20;
const RIGHT = 0.5;
/** Words of a short answer, and the share of a longer one's that its passages have. */
const SHORT = 4;
const MOST = 0.8;

/** Opens search over the passages. The result measures questions, in their order. */
export async function openUsable(
  passages: readonly Passage[],
  embed: Embed,
): Promise<(questions: readonly AnsweredQuestion[]) => Promise<readonly Usable[]>> {
  const texts = passages.map(({ title, text }) => `${title}\n${text}`);
  const vectors = await embed(texts, 'passage');
  const byWords = rankingOf(texts);
  const search = (question: string, vector: Float32Array, count: number): readonly number[] => {
    const byVector = ranksOf(vectors.map((other) => dot(vector, other)));
    const byWord = ranksOf(byWords(question));
    const fused = texts.map((_, at) => 1 / (FUSION + (byVector[at] ?? 0)) + 1 / (FUSION + (byWord[at] ?? 0)));
    return bestOf(fused, count);
  };
  return async (questions) => {
    const asked = await embed(
      questions.map(({ question }) => question),
      'query',
    );
    return questions.map(({ question, answer, contexts }, index): Usable => {
      const count = contexts.length > 1 ? 2 * FIRST : FIRST;
      const found = search(question, asked[index] ?? new Float32Array(), count);
      const own = contexts.map((context) => passages.findIndex((passage) => isOf(passage, context.trim())));
      const shown = found.flatMap((at) => passages[at] ?? []);
      return {
        isFound: own.every((at) => found.includes(at)),
        isAnswered: isAnswered(question, answer, shown),
        isGrounded: isGrounded(
          answer,
          contexts,
          own.flatMap((at) => passages[at]?.title ?? []),
        ),
      };
    });
  };
}

/** Whether a context is of a passage, with its title above it or without. */
const isOf = ({ title, text }: Passage, context: string): boolean =>
  text.includes(context) || (context.startsWith(title) && text.includes(context.slice(title.length).trim()));

function isAnswered(question: string, answer: string, shown: readonly Passage[]): boolean {
  const sentences = shown.flatMap(({ title, text }) =>
    statementsOf(text).map(({ start, end }) => `${title}. ${text.slice(start, end)}`),
  );
  const read = bestOf(rankingOf(sentences)(question), READ).map((at) => sentences[at] ?? '');
  // An answer of two parts stands in two sentences.
  return [...read, read.join(' ')].some((text) => (judgeCorrectness([answer], text)?.score ?? 0) >= RIGHT);
}

function isGrounded(answer: string, contexts: readonly string[], titles: readonly string[]): boolean {
  const words = wordsOf(answer);
  const has = [...contexts, ...titles].map(wordsOf);
  if (has.some((known) => ` ${known.join(' ')} `.includes(` ${words.join(' ')} `))) return true;
  if (words.length <= SHORT && contexts.length === 1) return false;
  const known = new Set(has.flat());
  return words.filter((word) => known.has(word)).length >= (words.length <= SHORT ? 1 : MOST) * words.length;
}

/** As SQuAD compares answers: without case, punctuation and articles. */
const wordsOf = (text: string): readonly string[] =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).filter((word) => !/^(?:a|an|the)$/.test(word));

/** The BM25 scores of texts for a question. English. */
function rankingOf(texts: readonly string[]): (question: string) => readonly number[] {
  const read = texts.map((text) => {
    const { positions, length } = lexemes(text, 'en');
    return { length, counts: new Map([...positions].map(([lexeme, places]) => [lexeme, places.length])) };
  });
  const frequencies = new Map<string, number>();
  for (const lexeme of read.flatMap(({ counts }) => [...counts.keys()])) {
    frequencies.set(lexeme, (frequencies.get(lexeme) ?? 0) + 1);
  }
  const averageLength = read.reduce((sum, { length }) => sum + length, 0) / Math.max(read.length, 1);
  const statistics = { texts: texts.length, averageLength, frequencies };
  return (question) => {
    const asked = [...lexemes(question, 'en').positions.keys()];
    return read.map((text) => bm25(asked, text, statistics));
  };
}

/** The places of the highest scores. */
const bestOf = (scores: readonly number[], count: number): readonly number[] =>
  scores
    .map((score, at) => ({ score, at }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, count)
    .map(({ at }) => at);

/** The rank of each score, from 0. */
function ranksOf(scores: readonly number[]): readonly number[] {
  const ranks: number[] = [];
  for (const [rank, at] of bestOf(scores, scores.length).entries()) ranks[at] = rank;
  return ranks;
}

const dot = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
