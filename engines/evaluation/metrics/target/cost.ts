import { Type } from 'typebox';
import { defineMetric } from '../metric.ts';

export const cost = defineMetric({
  key: 'target.cost',
  title: 'Cost',
  formula: 'What the answer cost in US dollars.',
  evalTypes: ['rag', 'multi_turn', 'agentic', 'custom'],
  fields: ['cost_usd'],
  direction: 'lower',
  range: [0, null],
  threshold: null,
  source: 'The price of the target’s model, or the case',
  agreement: [],
  parameters: Type.Object({}),
  compute: ({ cost_usd: score = Number.NaN }) => ({ score, evidence: {} }),
});
