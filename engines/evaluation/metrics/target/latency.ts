import { Type } from 'typebox';
import { defineMetric } from '../metric.ts';

export const latency = defineMetric({
  key: 'target.latency',
  title: 'Latency',
  formula: 'Milliseconds from the request to the end of the answer.',
  evalTypes: ['rag', 'multi_turn', 'agentic', 'custom'],
  fields: ['latency_ms'],
  direction: 'lower',
  range: [0, null],
  threshold: null,
  source: 'The target’s call, or the case',
  agreement: [],
  parameters: Type.Object({}),
  compute: ({ latency_ms: score = Number.NaN }) => ({ score, evidence: {} }),
});
