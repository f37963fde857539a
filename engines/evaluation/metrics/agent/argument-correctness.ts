import { Type } from 'typebox';
import { askAboutArguments } from '../../judges/model/calls.ts';
import { defineMetric } from '../metric.ts';
import { judgeCalls } from './judged-calls.ts';

export const argumentCorrectness = defineMetric({
  key: 'agent.argument_correctness',
  title: 'Argument correctness',
  formula: 'Share of the calls whose arguments follow from the task, or can come from the result of an earlier call.',
  evalTypes: ['agentic', 'custom'],
  fields: ['user_input', 'tool_calls'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.8,
  source: 'A verdict on each call, without expected calls; with them, use agent.tool_correctness',
  agreement: [],
  parameters: Type.Object({}),
  byModel: (subject, _parameters, judge) =>
    judgeCalls(subject, judge, askAboutArguments, ({ verdict }) => verdict === 'right'),
});
