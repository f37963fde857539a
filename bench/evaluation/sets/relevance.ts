/** Answers that have to do with their question, and others: made of right answers of EVOUNA (Wang et al. 2023). */
import { cosine } from '../../../engines/evaluation/judges/built-in/vectors.ts';
import { seededRandom } from '../../../engines/statistics/random.ts';
import { correctnessSets } from './correctness.ts';
import { sampleOf } from './files.ts';
import type { Folders } from './files.ts';
import type { JudgedAnswer } from './judged.ts';

/** Questions of each half. */
const QUESTIONS = 200;
/** Words of an answer in a sentence. */
const LEAST_WORDS = 6;
const SEED = 1;

/** One answer in a sentence to each question, which people found right. */
export function relevantAnswers(folders: Folders, isFitted: boolean): JudgedAnswer[] {
  const right = correctnessSets(folders).filter(
    (fact) => fact.isFitted === isFitted && fact.isRight && fact.answer.trim().split(/\s+/).length >= LEAST_WORDS,
  );
  const questions = [...Map.groupBy(right, ({ question }) => question).values()];
  const answers = questions.flatMap((facts) => sampleOf(facts, 1, ({ answer }) => answer));
  return sampleOf(answers, QUESTIONS, ({ question }) => question);
}

const withAnswers = (
  set: string,
  answers: readonly JudgedAnswer[],
  other: (answer: JudgedAnswer, index: number) => string,
): JudgedAnswer[] => [
  ...answers.map((answer) => ({ ...answer, set })),
  ...answers.map((answer, index) => ({ ...answer, set, answer: other(answer, index), isRight: false })),
];

/** Beside the right answers, those to any other question. */
export function randomPairs(answers: readonly JudgedAnswer[]): JudgedAnswer[] {
  const random = seededRandom(SEED);
  const distance = (): number => 1 + Math.floor(random() * (answers.length - 1));
  return withAnswers(
    'answers of other questions',
    answers,
    (_answer, index) => answers[(index + distance()) % answers.length]?.answer ?? '',
  );
}

/** Beside the right answers, those to the most similar other question, by vectors of the questions. */
export function nearestPairs(
  answers: readonly JudgedAnswer[],
  vectors: readonly (readonly number[])[],
): JudgedAnswer[] {
  return withAnswers('answers of the nearest other question', answers, (_answer, index) => {
    const own = vectors[index] ?? [];
    const likeness = (at: number): number => (at === index ? -Infinity : cosine(own, vectors[at] ?? []));
    const nearest = answers.reduce((best, _other, at) => (likeness(at) > likeness(best) ? at : best), index);
    return answers[nearest]?.answer ?? '';
  });
}

const ECHOES: readonly ((question: string) => string)[] = [
  (question) => question,
  (question) => question.toUpperCase(),
  (question) => question.replace(/\?$/, '.'),
  (question) => `You asked: ${question}`,
  (question) => `The question is ${question}`,
  (question) => `${question} ${question}`,
];

/** Each question, repeated in one way or another. */
export const echoes = (answers: readonly JudgedAnswer[]): JudgedAnswer[] =>
  answers.map((answer, index) => ({
    ...answer,
    set: 'the question repeated',
    isRight: false,
    answer: ECHOES[index % ECHOES.length]?.(answer.question) ?? '',
  }));

/**
 * Written by hand; `…` is the question. The second list was written before the patterns of evasion were, and not looked
 * at since.
 */
const EVASIONS = {
  fitted: [
    'I am sorry, but I do not know the answer to that.',
    "I don't have enough information to answer this question.",
    'As an AI language model, I cannot access this kind of data.',
    'That depends on many factors and is hard to say in general.',
    "It's unclear from the documents whether this is the case.",
    'The provided context does not mention this.',
    'Great question! Could you please clarify what you mean?',
    'Please consult an expert for advice on this matter.',
    'I was unable to find any records about this topic.',
    "I'm not certain, and I would rather not guess.",
    'No information is available on this subject.',
    "I can't determine … from what I was given.",
    'You are asking … I do not have access to that information.',
    "Unfortunately, the answer to … isn't stated in the text.",
    'There is not enough data here to tell … with any confidence.',
    'Hmm, that is beyond what I can tell you right now.',
    'I would need to look into this further before giving you a response.',
    'Nobody can really say for sure, opinions differ widely.',
    'Thanks for reaching out! Let me know if there is anything else you need.',
    'My apologies, I have no idea.',
    'This is a complex topic with many different perspectives to consider.',
    'The passages that I was given say nothing about it.',
    "Sorry, I can't help with that request.",
    'I cannot answer the question … with the sources at hand.',
    'Unfortunately my knowledge does not extend to that area.',
    "You'd like to know … but the documents don't cover it.",
    'An answer to that would be mere speculation on my part.',
    'Interesting! What makes you ask?',
    'It is impossible to say … without more details.',
    'I do not feel comfortable answering … at this time.',
  ],
  measured: [
    'That one is outside my area, sorry about that.',
    "I couldn't find anything relevant to … in the materials.",
    'None of the sources that I searched cover this point.',
    'I must decline to comment on that.',
    'Good point, there is a lot to unpack here.',
    'Your question touches on … but I lack the facts to respond.',
    'We can only guess at that.',
    'I am still learning and have not been trained on this.',
    'Could you rephrase the question or add some context?',
    'There are several possible answers, and each has its merits.',
    'Try searching the web or asking a librarian.',
    'The answer to … remains unknown to me.',
    'This falls outside the scope of the documents provided.',
    'As for … I would rather leave that open.',
    'Let us talk about something else instead.',
  ],
} as const;

/** Each question, evaded. */
export const evasions = (answers: readonly JudgedAnswer[], kind: keyof typeof EVASIONS): JudgedAnswer[] =>
  answers.map((answer, index) => ({
    ...answer,
    set: 'evasions',
    isRight: false,
    answer: (EVASIONS[kind][index % EVASIONS[kind].length] ?? '').replace('…', answer.question),
  }));
