import { Type } from 'typebox';
import { askAboutSteps } from '../../judges/model/calls.ts';
import { defineMetric } from '../metric.ts';
import { judgeCalls } from './judged-calls.ts';

export const stepEfficiency = defineMetric({
  key: 'agent.step_efficiency',
  title: 'Step efficiency',
  formula: 'Share of the calls that the task needs: neither repetitions nor detours.',
  evalTypes: ['agentic', 'custom'],
  fields: ['user_input', 'tool_calls'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.8,
  source: 'A verdict on each call',
  agreement: [],
  parameters: Type.Object({}),
  byModel: (subject, _parameters, judge) =>
    judgeCalls(subject, judge, askAboutSteps, ({ verdict }) => verdict === 'needed'),
});
