/** What a model is asked for, by kind of question. */
import type { QuestionKind } from '../questions/question.ts';

export type AskedKind = Exclude<QuestionKind, 'cloze'>;

export interface AskedForm {
  readonly task: string;
  /** Passages that it is about; each has to be quoted. */
  readonly passages: 1 | 2;
  readonly isAnswerable: boolean;
}

export const ASKED_FORMS: Readonly<Record<AskedKind, AskedForm>> = {
  single_hop: {
    task: 'Each question is answered by one statement of the passage.',
    passages: 1,
    isAnswerable: true,
  },
  multi_hop: {
    task:
      'Each question needs both passages: it describes something by what one passage states of it, without its ' +
      'name, and asks what the other passage states of the same thing. Neither passage alone answers it.',
    passages: 2,
    isAnswerable: true,
  },
  comparison: {
    task:
      'Each question compares something in the first passage with something of the same sort in the second one, ' +
      'such as which is older or larger, or what they differ in. It names both.',
    passages: 2,
    isAnswerable: true,
  },
  temporal: {
    task: 'Each question asks when something was, how long it took, or what was before or after it.',
    passages: 1,
    isAnswerable: true,
  },
  unanswerable: {
    task:
      'Each question is on the subject of the passage, and a reader would expect the passage to answer it. But ' +
      'the passage does not, not even by inference. What the question takes for granted is true by the passage.',
    passages: 1,
    isAnswerable: false,
  },
};

/** How questions are put: a plan takes them in turn, so that questions differ. */
export const MANNERS = [
  'Ask in plain, complete sentences.',
  'Ask as somebody who does not know the words of the texts: use other words than they do where that keeps the ' +
    'meaning.',
  'Ask as an expert: short, with the terms of the field.',
  'Ask for reasons, ways or consequences where the texts state them, otherwise for facts.',
] as const;
