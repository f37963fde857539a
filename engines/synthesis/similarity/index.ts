/** Whether two texts say the same: by names, answers and vectors. */
export { readAnswer } from './answers.ts';
export type { Answer } from './answers.ts';
export { readNames } from './names.ts';
export type { NamedText } from './names.ts';
export { SAME_MEANING, SimilarTexts, mostCompared, sameness } from './similar-texts.ts';
