import type { MadeQuestion, QuestionForm } from './question.ts';

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
