/** What requests of evaluations choose from. */

/** Kinds of evaluations. */
export const EVAL_TYPES = ['rag', 'multi_turn', 'perf', 'agentic', 'custom'] as const;
export type EvalType = (typeof EVAL_TYPES)[number];

export { MOST_SUBSCHEMAS, areTooLarge } from '../text/schema-size.ts';

/** What a comparison says of the candidate. */
export const OUTCOMES = ['better', 'worse', 'undecided', 'too_few_groups'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Who speaks in a conversation. */
export const TURN_ROLES = ['user', 'assistant', 'system', 'tool'] as const;

/** Prompts of a performance run, beyond which the first ones are sent again. */
export const MOST_PROMPTS = 10_000;

/** Formats of files with rows. */
export const ROW_FORMATS = ['jsonl', 'csv', 'parquet'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

/** What of a dataset of knowledge becomes a row. */
export const KNOWLEDGE_UNITS = ['chunks', 'documents'] as const;
export type KnowledgeUnit = (typeof KNOWLEDGE_UNITS)[number];

/** Bytes of a Parquet file, which is read whole. */
export const LARGEST_PARQUET = 64 * 1024 ** 2;

/** Different columns of the rows of a version of a dataset. */
export const MOST_COLUMNS = 200;

/** What separates the cells of CSV. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The judge that needs no model. */
export const BUILT_IN = 'built_in';

/** Whether a judge is a language model; `null` is no judge at all. */
export const isModel = (judge: string | null): judge is string => judge !== null && judge !== BUILT_IN;

/** Judges of a request, and how often it can have a model asked. */
export const MOST_JUDGES = 5;
export const MOST_REPEATS = 10;

/** Characters of one text of a case, and calls or tools in it. */
export const LONGEST_TEXT = 100_000;
export const MOST_CALLS = 100;

/** Largest values of the numbers that a case brings: sums of them stay exact. */
export const MOST_LATENCY_MS = 1e9;
export const MOST_COST_USD = 1e6;

/** Why a case has no score. It is then left out of means, and counted. */
export const UNMEASURED = {
  field_missing: 'The case lacks a field that the metric reads.',
  empty_answer: 'The answer has no words.',
  no_context: 'The contexts have no words.',
  no_claim: 'The answer makes no claim that could be checked.',
  short_span: 'The answer is a few words of a context: the built-in judge cannot tell whether they are the right ones.',
  abstractive_summary:
    'There is no question, and the answer says the contexts in words of its own: the built-in judge does ' +
    'little better than chance there.',
  short_answer: 'The answer has too few words to compare its meaning with the question.',
  needs_model: 'What is looked for has no form of its own: it takes a language model to find it.',
  no_call: 'The agent made no call.',
  no_turn: 'The assistant says nothing in the conversation.',
  no_request: 'The user asks for nothing.',
  no_fact: 'The user says nothing that a later turn needs.',
  too_long: 'The texts are longer than what a judge is shown.',
  too_complex: 'The case takes more time or memory than a measurement may, or is nested too deeply.',
  judge_failed: 'The judge’s output did not match its schema, even after one repair, or it gave none.',
  judge_refused: 'The judge refused the text.',
  over_budget: 'A limit of the request stopped the target or the judge before it came to the case.',
  target_failed: 'The target gave no answer to the case.',
  document_removed: 'A document that the output of the target quotes was removed.',
} as const;
export type Unmeasured = keyof typeof UNMEASURED;
