import { Type } from 'typebox';
import { toolCorrectness as compareCalls } from '../../tools/tool-correctness.ts';
import type { ExpectedCall } from '../../tools/match-call.ts';
import { readExpectedArguments } from '../../tools/read-expected.ts';
import { defineMetric } from '../metric.ts';

export const toolCorrectness = defineMetric({
  key: 'agent.tool_correctness',
  title: 'Tool correctness',
  formula:
    'Harmonic mean of the match of the expected calls and of the calls made: names and arguments count, a ' +
    'missing or surplus call lowers it.',
  evalTypes: ['agentic', 'custom'],
  fields: ['tool_calls', 'expected_tool_calls'],
  direction: 'higher',
  range: [0, 1],
  threshold: 1,
  source: 'Best assignment of calls; verdicts compared with the checker of BFCL v4 (Patil et al. 2025)',
  agreement: [
    { dataset: 'BFCL v4, generated calls', statistic: 'accuracy', value: 1, lengthBaseline: null, grade: 'good' },
    { dataset: 'BFCL v4, its own checker', statistic: 'agreement', value: 1, lengthBaseline: null, grade: 'good' },
  ],
  parameters: Type.Object({
    order: Type.Enum(['any', 'strict'], {
      default: 'any',
      description: '`strict`: calls must come in the expected order.',
    }),
    coerce: Type.Boolean({ default: true, description: 'Whether the text "5" is the number 5.' }),
    list_order: Type.Enum(['strict', 'any'], { default: 'strict', description: 'Whether the order of lists counts.' }),
  }),
  compute: ({ tool_calls: made = [], expected_tool_calls: expected = [] }, { order, coerce, list_order }) => {
    const calls = expected.map(({ name, arguments: values }): ExpectedCall => ({
      name,
      arguments: readExpectedArguments(values),
    }));
    const { score, ...evidence } = compareCalls(calls, made, {
      requiresOrder: order === 'strict',
      coerces: coerce,
      ignoresListOrder: list_order === 'any',
    });
    return { score, evidence };
  },
});
