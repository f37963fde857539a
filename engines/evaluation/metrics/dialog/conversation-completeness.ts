import { Type } from 'typebox';
import { partsOf } from '../../judges/model/parts.ts';
import type { ShownPassage } from '../../judges/model/parts.ts';
import { hasWords } from '../../judges/model/question.ts';
import { DONE, checkRequests, requestsOf } from '../../judges/model/requests.ts';
import { placedTurns, turnData } from '../../judges/model/shown-case.ts';
import type { PlacedTurn, ShownCase } from '../../judges/model/shown-case.ts';
import { mean } from '../../../statistics/bootstrap.ts';
import { defineMetric } from '../metric.ts';

export const conversationCompleteness = defineMetric({
  key: 'dialog.conversation_completeness',
  title: 'Conversation completeness',
  formula:
    'Mean over what the user asks for in the whole conversation: 1 if the assistant gave it, .5 if a part, ' +
    'otherwise 0. What cannot be quoted is not done.',
  evalTypes: ['multi_turn', 'custom'],
  fields: ['conversation_turns'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.8,
  source: 'Requests listed from the turns of the user alone, then a verdict on each',
  agreement: [],
  parameters: Type.Object({}),
  byModel: async (subject, _parameters, judge) => {
    const turns = placedTurns(subject).filter(({ content }) => hasWords(content));
    const [asked, said] = ['user', 'assistant'].map((speaker) => turns.filter(({ role }) => role === speaker));
    if (!asked?.length) return { unmeasured: 'no_request' };
    if (!said?.length) return { unmeasured: 'no_turn' };
    const [tasks, answers] = [asked, said].map((of) =>
      partsOf(
        judge,
        of.map(({ content }) => content),
      ),
    );
    if (!tasks || !answers) return { unmeasured: 'too_long' };
    const requests = new Set<string>();
    for (const part of tasks) {
      for (const request of await requestsOf(judge, part.map(({ text }) => text).join('\n\n'))) requests.add(request);
    }
    if (requests.size === 0) return { unmeasured: 'no_request' };
    const checked = await checkRequests(
      judge,
      [...requests],
      answers.map((part) => shownTurns(said, part)),
    );
    return { score: mean(checked.map(({ verdict }) => DONE[verdict])), evidence: { requests: checked } };
  },
});

/** Turns, or pieces of long ones, under their place in the conversation. */
function shownTurns(turns: readonly PlacedTurn[], part: readonly ShownPassage[]): ShownCase {
  const shown = part.flatMap(({ passage, text }) => {
    const turn = turns[passage];
    return turn === undefined ? [] : [{ turn, text }];
  });
  return {
    data: shown.map(({ turn, text }) => turnData({ ...turn, content: text })).join('\n'),
    texts: shown.map(({ turn: { turn, content } }) => ({ field: 'conversation_turns', index: turn, text: content })),
  };
}
