import { Type } from 'typebox';
import { compilePattern, isPattern } from '../../../text/linear-pattern.ts';
import { defineMetric } from '../metric.ts';

/** Time grows with the length of the pattern times that of the answer. */
const LONGEST_PATTERN = 200;

export const regex = defineMetric({
  key: 'text.regex',
  title: 'Regular expression',
  formula: '1 if the answer, or a part of it, matches the regular expression; otherwise 0.',
  evalTypes: ['rag', 'agentic', 'custom'],
  fields: ['actual_output'],
  direction: 'higher',
  range: [0, 1],
  threshold: 1,
  source: 'Syntax of RE2, which takes linear time: no lookaround, no back references',
  agreement: [],
  parameters: Type.Object({
    pattern: Type.Refine(
      Type.String({ minLength: 1, maxLength: LONGEST_PATTERN, description: 'The expression, in the syntax of RE2.' }),
      isPattern,
      () => 'must be a regular expression in the syntax of RE2',
    ),
    ignore_case: Type.Boolean({ default: false, description: 'Whether case does not matter.' }),
    whole: Type.Boolean({ default: false, description: 'Whether the whole answer must match.' }),
  }),
  compute: ({ actual_output: answer = '' }, { pattern, ignore_case, whole }) => {
    const matcher = compilePattern(pattern, { ignoresCase: ignore_case }).matcher(answer);
    const isMatch = whole ? matcher.matches() : matcher.find();
    return isMatch
      ? { score: 1, evidence: { start: matcher.start(), end: matcher.end() } }
      : { score: 0, evidence: {} };
  },
});
