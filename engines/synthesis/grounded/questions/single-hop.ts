import { questionOf } from '../reading/fact.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';

/** Asks for the object of a fact, other than a date, or for its subject. */
export const singleHop: QuestionForm = (index) =>
  index.facts.flatMap((fact): MadeQuestion[] => {
    const questions: MadeQuestion[] = [];
    const asked = questionOf(fact);
    if (asked !== null && fact.kind !== 'date' && index.hasOneAnswer(asked)) {
      questions.push({
        kind: 'single_hop',
        form: fact.kind,
        question: asked,
        answer: fact.object.label,
        facts: [fact],
      });
    }
    if (fact.stated !== null && index.hasOneAnswer(fact.stated.question)) {
      questions.push({
        kind: 'single_hop',
        form: 'subject',
        question: fact.stated.question,
        answer: fact.subject.label,
        facts: [fact],
      });
    }
    return questions;
  });
