/** What requests of synthetic data choose from, and what is wrong with them. */
export { checkTables } from './rows/check.ts';
export { TableShape } from './rows/request.ts';
export type { Table } from './rows/request.ts';
export { PERTURBATION_NAMES } from './perturb/index.ts';
export type { PerturbationName } from './perturb/index.ts';
export { QUESTION_KINDS } from './grounded/questions/question.ts';
export type { QuestionKind } from './grounded/questions/question.ts';
export { REJECTIONS } from './item.ts';
