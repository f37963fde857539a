/** Rules for code that documents state. */
export { codingRules } from './coding-rules.ts';
export type { CodingRule, RuleKind } from './coding-rules.ts';
export { groundRules } from './ground.ts';
export { RULES_PROMPT } from './prompt.ts';
export type { RulesAnswer } from './prompt.ts';
