import { Type } from 'typebox';
import { asData } from '../../../prompt-data.ts';
import { askAboutRole } from '../../judges/model/turns.ts';
import { defineMetric } from '../metric.ts';
import { judgeTurns } from './judged-turns.ts';

export const roleAdherence = defineMetric({
  key: 'dialog.role_adherence',
  title: 'Role adherence',
  formula: 'Share of the turns of the assistant that keep to the role.',
  evalTypes: ['multi_turn', 'custom'],
  fields: ['conversation_turns'],
  direction: 'higher',
  range: [0, 1],
  threshold: 0.8,
  source: 'A verdict on each turn',
  agreement: [],
  parameters: Type.Object({
    role: Type.String({ minLength: 1, maxLength: 5000, description: 'Who the assistant is, and what it may not do.' }),
  }),
  byModel: (subject, { role }, judge) =>
    judgeTurns(subject, judge, {
      ask: askAboutRole,
      before: asData('role', role),
      scoreOf: ({ verdict }) => (verdict === 'in_role' ? 1 : 0),
      none: { unmeasured: 'no_turn' },
    }),
});
