import { Type } from 'typebox';
import { fits, hasWords } from '../../questions/question.ts';
import { DONE, checkRequests, requestsOf } from '../../questions/requests.ts';
import { showCase } from '../../questions/shown-case.ts';
import { mean } from '../../statistics/bootstrap.ts';
import { defineMetric } from '../metric.ts';

export const conversationCompleteness = defineMetric({
  key: 'dialog.conversation_completeness',
  title: 'Conversation completeness',
  formula:
    'Mean over what the user asks for in the whole conversation: 1 if the assistant gave it, .5 if a part, otherwise 0. What cannot be quoted is not done.',
  evalTypes: ['multi_turn', 'custom'],
  fields: ['conversation_turns'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.8,
  source: 'Requests listed from the turns of the user alone, then a verdict on each',
  agreement: [],
  parameters: Type.Object({}),
  byModel: async ({ conversation_turns: turns = [] }, _parameters, judge) => {
    const saidBy = (role: string) => turns.filter((turn) => turn.role === role && hasWords(turn.content));
    const asked = saidBy('user').map(({ content }) => content);
    if (asked.length === 0) return { unmeasured: 'no_request' };
    if (saidBy('assistant').length === 0) return { unmeasured: 'no_turn' };
    const done = showCase({ conversation_turns: saidBy('assistant') }, ['conversation_turns']);
    const task = asked.join('\n\n');
    if (!fits(task + done.data)) return { unmeasured: 'too_long' };
    const requests = await requestsOf(judge, task);
    if (requests.length === 0) return { unmeasured: 'no_request' };
    const checked = await checkRequests(judge, requests, done);
    return { score: mean(checked.map(({ verdict }) => DONE[verdict])), evidence: { requests: checked } };
  },
});
