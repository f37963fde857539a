/** Questions that a guess answers: what somebody says to them without the passages proves nothing. English. */

const BARE = /^(?:yes|no|true|false)\W?$/i;
/** The answer of a choice, but not of "Who or what", is in its question. */
const CHOICE = /\bor (?!what\b)/i;

/** Whether an answer says nothing by itself. */
export const isBare = (answer: string): boolean => BARE.test(answer);

/** Whether a guess answers a question. */
export const isGuessed = (question: string, answer: string): boolean => isBare(answer) || isChoice(question);

/** Whether a question names the answers to choose from. */
export const isChoice = (question: string): boolean => CHOICE.test(question);

/** Whether this answer is one of those that a question names to choose from. */
export const offers = (question: string, answer: string): boolean =>
  question.includes(`${answer} or `) || question.includes(` or ${answer}`);
