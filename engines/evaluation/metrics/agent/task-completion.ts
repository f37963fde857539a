import { Type } from 'typebox';
import { fits, hasWords } from '../../judges/model/question.ts';
import { DONE, checkRequests, requestsOf } from '../../judges/model/requests.ts';
import { showCase } from '../../judges/model/shown-case.ts';
import { mean } from '../../../statistics/bootstrap.ts';
import { defineMetric } from '../metric.ts';

export const taskCompletion = defineMetric({
  key: 'agent.task_completion',
  title: 'Task completion',
  formula:
    'Mean over what the task asks for: 1 if the calls or the answer do it, .5 if they do a part, otherwise 0. ' +
    'What cannot be quoted from them is not done.',
  evalTypes: ['agentic', 'custom'],
  fields: ['user_input'],
  anyOf: ['actual_output', 'tool_calls'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.8,
  source: 'Requests listed from the task alone, then a verdict on each',
  agreement: [],
  parameters: Type.Object({}),
  byModel: async (subject, _parameters, judge) => {
    const { user_input: task = '', actual_output: answer = '', tool_calls: calls = [] } = subject;
    if (!hasWords(task)) return { unmeasured: 'no_request' };
    if (!hasWords(answer) && calls.length === 0) return { unmeasured: 'empty_answer' };
    const done = showCase(subject, ['tool_calls', 'actual_output']);
    if (!fits(judge, task + done.data)) return { unmeasured: 'too_long' };
    const requests = await requestsOf(judge, task);
    if (requests.length === 0) return { unmeasured: 'no_request' };
    const checked = await checkRequests(judge, requests, [done]);
    return { score: mean(checked.map(({ verdict }) => DONE[verdict])), evidence: { requests: checked } };
  },
});
