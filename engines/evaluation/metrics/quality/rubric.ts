import { Type } from 'typebox';
import { MOST_LEVELS, askForLevel } from '../../judges/model/scale.ts';
import { OUTPUT_FIELDS } from '../../judges/model/shown-case.ts';
import { defineMetric } from '../metric.ts';
import { SHOWN, SHOWN_TEXTS, shownOf } from './shown.ts';

export const rubric = defineMetric({
  key: 'quality.rubric',
  title: 'Your rubric',
  formula:
    'Level of your rubric, evenly from 0 for the lowest to 1 for the highest: the mean weighted by the ' +
    'probabilities of the levels where the judge’s endpoint gives them, otherwise the level stated. The ' +
    'evidence says which.',
  evalTypes: ['rag', 'multi_turn', 'agentic', 'custom'],
  fields: [],
  anyOf: OUTPUT_FIELDS,
  direction: 'higher',
  range: [0, 1],
  threshold: 0.5,
  source: 'G-Eval, Liu et al. 2023, with described levels',
  agreement: [],
  parameters: Type.Object({
    levels: Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
      minItems: 2,
      maxItems: MOST_LEVELS,
      description: 'What a text of each level is like, lowest level first.',
    }),
    criteria: Type.String({ default: '', maxLength: 4000, description: 'What the levels are about.' }),
    fields: SHOWN,
  }),
  byModel: async (subject, { levels, criteria, fields }, judge) => {
    const shown = shownOf(judge, subject, fields);
    if ('unmeasured' in shown) return shown;
    const about = criteria === '' ? '' : `\n\nCriteria:\n${criteria}`;
    const task = `You judge a text by a rubric: choose the level that describes it best.\n${SHOWN_TEXTS}${about}`;
    return askForLevel(judge, { name: 'rubric', task, levels, ...shown });
  },
});
