import type { MadeQuestion, QuestionForm } from './question.ts';

const BLANK = '_____';

/** Leaves out the object of a sentence that names its subject. */
export const cloze: QuestionForm = (index) =>
  index.facts.flatMap((fact): MadeQuestion[] => {
    const { subject, object, evidence } = fact;
    const { sentence } = evidence;
    const at = sentence.lastIndexOf(object.label);
    const isNamed = sentence.includes(subject.label) && sentence.indexOf(object.label) === at && at >= 0;
    if (!isNamed || !index.hasOneObject(fact)) return [];
    const blanked = sentence.slice(0, at) + BLANK + sentence.slice(at + object.label.length);
    const question = `Fill in the blank: ${blanked.replaceAll(/\s+/g, ' ').trim()}`;
    return [{ kind: 'cloze', form: 'object', question, answer: object.label, facts: [fact] }];
  });
