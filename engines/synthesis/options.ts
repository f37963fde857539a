/** What requests of synthetic data choose from, and what is wrong with them. */
export { checkTables, columnsOf } from './rows/check.ts';
export { TABLE_COLUMN } from './outputs/dataset-row.ts';
export { TableShape } from './rows/request.ts';
export type { Table } from './rows/request.ts';
export { PERTURBATION_NAMES, isRulePerturbation } from './perturb/index.ts';
export { PARAPHRASE } from './perturb/paraphrase.ts';
export { PERSONAS } from './conversation/personas.ts';
export { MOST_TURNS } from './conversation/ask.ts';
export { EVOLUTION_NAMES } from './evolve/operations.ts';
export { MOST_DEPTH } from './evolve/plan.ts';
export { TOOL_KINDS } from './tool-calls/ask.ts';
export type { ToolKind } from './tool-calls/ask.ts';
export { checkTools } from './tool-calls/tools.ts';
export type { PerturbationName } from './perturb/index.ts';
export { QUESTION_KINDS } from './grounded/questions/question.ts';
export type { QuestionKind } from './grounded/questions/question.ts';
export { REJECTION_REASONS } from './item.ts';
