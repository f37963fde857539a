import { Type } from 'typebox';
import { closed } from '../../../model-question.ts';
import { asData } from '../../../prompt-data.ts';
import { askForLevel } from '../../judges/model/scale.ts';
import { instructions } from '../../judges/model/question.ts';
import { OUTPUT_FIELDS } from '../../judges/model/shown-case.ts';
import { defineMetric } from '../metric.ts';
import type { Judge } from '../../judges/model/judge.ts';
import { SHOWN, SHOWN_TEXTS, shownOf } from './shown.ts';

const MOST_STEPS = 10;
const MAX_TOKENS = 1000;

const STEPS = closed({ steps: Type.Array(Type.String()) });

const STEPS_INSTRUCTIONS = instructions(`You plan how to judge texts by criteria.
The criteria are between <task> and </task>. Give three to five short steps that a judge follows to find out how well a text meets them. Each step says what to look at and what counts for or against the text. Add no criterion.`);

const LEVELS = [
  'does not meet the criteria at all',
  'meets them in small parts, with serious faults',
  'meets about half of them, or has a serious fault',
  'meets them with small faults',
  'meets the criteria fully',
] as const;

export const criteria = defineMetric({
  key: 'quality.criteria',
  title: 'Your criteria',
  formula:
    'Level from 1 to 5 by your criteria, on a scale from 0 to 1: the mean weighted by the probabilities of the ' +
    'levels where the judge’s endpoint gives them, otherwise the level stated. The evidence says which.',
  evalTypes: ['rag', 'multi_turn', 'agentic', 'custom'],
  fields: [],
  anyOf: OUTPUT_FIELDS,
  direction: 'higher',
  range: [0, 1],
  threshold: 0.5,
  source: 'G-Eval, Liu et al. 2023',
  agreement: [],
  parameters: Type.Object({
    criteria: Type.String({ minLength: 1, maxLength: 4000, description: 'What a good text is.' }),
    steps: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
        minItems: 1,
        maxItems: MOST_STEPS,
        description: 'Steps by which the criteria are judged; without them, the judge plans them from the criteria.',
      }),
    ),
    fields: SHOWN,
  }),
  byModel: async (subject, { criteria: wanted, steps: given, fields }, judge) => {
    const shown = shownOf(judge, subject, fields);
    if ('unmeasured' in shown) return shown;
    const steps = given ?? (await plannedSteps(judge, wanted));
    const list = steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
    const task = `You judge a text by criteria.\n${SHOWN_TEXTS}\n\nCriteria:\n${wanted}\n\nSteps:\n${list}`;
    const { score, evidence } = await askForLevel(judge, { name: 'criteria', task, levels: LEVELS, ...shown });
    return { score, evidence: { ...evidence, steps } };
  },
});

/** The question is the same for all cases: its finished call is found again. */
async function plannedSteps(judge: Judge, wanted: string): Promise<readonly string[]> {
  const data = asData('task', wanted);
  const question = { name: 'steps', instructions: STEPS_INSTRUCTIONS, data, schema: STEPS, maxTokens: MAX_TOKENS };
  return (await judge.ask(question)).steps.slice(0, MOST_STEPS);
}
