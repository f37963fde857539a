import { Type } from 'typebox';
import { askAboutRetention } from '../../judges/model/turns.ts';
import { defineMetric } from '../metric.ts';
import { judgeTurns } from './judged-turns.ts';

/** Weakest first: a turn that forgets one thing has forgotten, whatever else it keeps. */
const BY_STRENGTH = ['nothing_to_keep', 'kept', 'forgotten'];

export const knowledgeRetention = defineMetric({
  key: 'dialog.knowledge_retention',
  title: 'Knowledge retention',
  formula: 'Share of the turns that could forget what the user said, and do not. Other turns do not count.',
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
      ask: askAboutRetention,
      scoreOf: ({ verdict }) => (verdict === 'nothing_to_keep' ? null : verdict === 'kept' ? 1 : 0),
      strengthOf: ({ verdict }) => BY_STRENGTH.indexOf(verdict),
      none: { unmeasured: 'no_fact' },
    }),
});
