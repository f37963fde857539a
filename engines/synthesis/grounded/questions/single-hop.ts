import { asksWhen, whoOrWhat } from './question.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';

/** Asks for the subject of a fact, in the words of its sentence; for a place, where it is. */
export const singleHop: QuestionForm = (index) =>
  index.facts.flatMap((fact): MadeQuestion[] => {
    const { subject, predicate, object, isDate } = fact;
    const questions: MadeQuestion[] = [];
    if (index.namesOne(fact)) {
      const question = `${whoOrWhat(predicate)} ${predicate} ${object.label}?`;
      questions.push({ kind: 'single_hop', form: 'subject', question, answer: subject.label, facts: [fact] });
    }
    const place = isDate || !index.hasOneObject(fact) ? null : asksWhen(fact);
    if (place !== null) {
      questions.push({ kind: 'single_hop', form: 'place', question: place, answer: object.label, facts: [fact] });
    }
    return questions;
  });
