/** Calls of tools as things to judge one by one. */
import { Type } from 'typebox';
import { closed } from '../../../model-question.ts';
import { questionForEach } from './verdicts.ts';
import { instructions } from './question.ts';

const SHOWN = `The task is in <question>, the calls in <call number="…">, in the order in which the agent made them; the answer it gave, if there is one, is in <answer>. The results of the calls are not shown. The member verdict_1 is about call 1, and so on.

For each call:
- reason: one short sentence.`;

export const askAboutArguments = questionForEach({
  name: 'argument_correctness',
  verdict: closed({ reason: Type.String(), verdict: Type.Enum(['right', 'wrong', 'made_up'], { type: 'string' }) }),
  maxTokens: 100,
  instructions:
    instructions(`You judge the arguments that an agent gave to tools. Whether it chose the right tool does not matter.
${SHOWN}
- verdict: "right" if each argument follows from the task, or can come from the result of an earlier call; "made_up" if one has a value that nothing gave; otherwise "wrong", also if one that the call obviously needs is missing.`),
});

export const askAboutSteps = questionForEach({
  name: 'step_efficiency',
  verdict: closed({
    reason: Type.String(),
    verdict: Type.Enum(['needed', 'repeated', 'needless'], { type: 'string' }),
  }),
  maxTokens: 100,
  instructions:
    instructions(`You judge whether the calls of an agent were needed for its task. Whether their arguments are right does not matter.
${SHOWN}
- verdict: "needed" if the task needs what the call can find out or do; "repeated" if an earlier call found out or did the same; otherwise "needless".`),
});
