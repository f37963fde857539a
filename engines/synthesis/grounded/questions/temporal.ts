import { asksWhen } from './question.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';

/** Asks when something was. */
export const temporal: QuestionForm = (index) =>
  index.facts.flatMap((fact): MadeQuestion[] => {
    const question = fact.isDate && index.hasOneObject(fact) ? asksWhen(fact) : null;
    if (question === null) return [];
    return [{ kind: 'temporal', form: 'when', question, answer: fact.object.label, facts: [fact] }];
  });
