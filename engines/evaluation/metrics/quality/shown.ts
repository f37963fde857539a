/** What metrics with criteria of the caller show the judge. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Case } from '../../cases/case.ts';
import type { Judge } from '../../judges/model/judge.ts';
import { fits, hasWords } from '../../judges/model/question.ts';
import { OUTPUT_FIELDS, SHOWN_FIELDS, showCase } from '../../judges/model/shown-case.ts';
import type { ShownCase } from '../../judges/model/shown-case.ts';
import type { NotMeasured } from '../metric.ts';

export const SHOWN = Type.Optional(
  Type.Array(Type.Enum([...SHOWN_FIELDS]), {
    minItems: 1,
    uniqueItems: true,
    description: 'Members of a case that the judge is shown; without it, all that the case has.',
  }),
);

/** What the user message can hold. */
export const SHOWN_TEXTS =
  'The user message can hold a question in <question>, passages that were retrieved for it in <passage>, a ' +
  'conversation in <turn>, calls of tools in <call>, right answers in <expected_answer>, and the answer to be ' +
  'judged in <answer>. Without <answer>, judge what the assistant says in the conversation, and its calls.';

/** The case as the judge sees it, or why there is nothing to judge. */
export function shownOf(
  judge: Judge,
  subject: Case,
  chosen: Static<typeof SHOWN> | undefined,
): ShownCase | NotMeasured {
  const fields = chosen ?? SHOWN_FIELDS.filter((field) => subject[field] !== undefined);
  const missing = fields.find((field) => subject[field] === undefined);
  if (missing !== undefined) return { unmeasured: 'field_missing', about: missing };
  if (!fields.some((field) => OUTPUT_FIELDS.includes(field)))
    return { unmeasured: 'field_missing', about: 'actual_output' };
  if (fields.includes('actual_output') && !hasWords(subject.actual_output ?? '')) return { unmeasured: 'empty_answer' };
  const shown = showCase(
    subject,
    SHOWN_FIELDS.filter((field) => fields.includes(field)),
  );
  return fits(judge, shown.data) ? shown : { unmeasured: 'too_long' };
}
