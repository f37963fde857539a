/** Questions from one fact: for its object or its subject, for its date, and with a blank in its sentence. */
import { isOfLife, questionOf } from '../reading/fact.ts';
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

/** Asks when something was. */
export const temporal: QuestionForm = (index) =>
  index.facts.flatMap((fact): MadeQuestion[] => {
    const question = fact.kind === 'date' ? questionOf(fact) : null;
    if (question === null || !index.hasOneAnswer(question)) return [];
    return [
      { kind: 'temporal', form: isOfLife(fact) ? 'life' : 'when', question, answer: fact.object.label, facts: [fact] },
    ];
  });

const BLANK = '_____';

/** Leaves out a name or a date of a sentence. */
export const cloze: QuestionForm = (index) =>
  index.facts.flatMap((fact): MadeQuestion[] => {
    const { kind, object, evidence } = fact;
    if (kind !== 'blank') return [];
    const blanked = evidence.sentence.replace(object.label, () => BLANK);
    const question = `Fill in the blank: ${blanked.replaceAll(/\s+/g, ' ').trim()}`;
    return [{ kind: 'cloze', form: 'blank', question, answer: object.label, facts: [fact] }];
  });
