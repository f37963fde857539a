import { isOfLife, questionOf } from '../reading/fact.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';

/** Asks when something was. */
export const temporal: QuestionForm = (index) =>
  index.facts.flatMap((fact): MadeQuestion[] => {
    const question = fact.kind === 'date' ? questionOf(fact) : null;
    if (question === null || !index.hasOneAnswer(question)) return [];
    return [
      { kind: 'temporal', form: isOfLife(fact) ? 'life' : 'when', question, answer: fact.object.label, facts: [fact] },
    ];
  });
