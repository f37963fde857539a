import { Type } from 'typebox';
import { askAboutRelevance } from '../../judges/model/turns.ts';
import { defineMetric } from '../metric.ts';
import { judgeTurns } from './judged-turns.ts';

export const conversationRelevancy = defineMetric({
  key: 'dialog.conversation_relevancy',
  title: 'Conversation relevancy',
  formula:
    'Share of the turns of the assistant that respond to what was said before. A turn that evades or is empty ' +
    'does not.',
  evalTypes: ['multi_turn', 'custom'],
  fields: ['conversation_turns'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.8,
  source: 'A verdict on each turn',
  agreement: [],
  parameters: Type.Object({}),
  byModel: (subject, _parameters, judge) =>
    judgeTurns(subject, judge, {
      ask: askAboutRelevance,
      scoreOf: ({ verdict }) => (verdict === 'relevant' ? 1 : 0),
      none: { unmeasured: 'no_turn' },
    }),
});
