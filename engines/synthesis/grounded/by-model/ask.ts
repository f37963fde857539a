/** Questions that a language model writes on passages, and what is kept of them: what can be quoted. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../../../model-question.ts';
import type { ModelQuestion } from '../../../model-question.ts';
import { asData } from '../../../prompt-data.ts';
import { instructions, languageRule } from '../../generation/prompt.ts';
import { findQuote, titledText } from '../../generation/passages.ts';
import type { Evidence, Passage } from '../../generation/passages.ts';
import type { Item, Rejection } from '../../items/item.ts';
import { ASKED_FORMS } from './forms.ts';
import type { AskedKind } from './forms.ts';

/** What a call asks for. */
export interface Asked {
  readonly kind: AskedKind;
  /** One or two, by the kind. */
  readonly passages: readonly Passage[];
  /** The sentence to begin with: it varies what is asked about a passage. */
  readonly focus: string;
  readonly manner: string;
  readonly count: number;
  readonly language: string | null;
}

const quotes = Type.Array(closed({ passage: Type.Integer(), text: Type.String() }));
const ANSWERED = closed({
  questions: Type.Array(closed({ question: Type.String(), answer: Type.String(), quotes })),
});
/** What is missing comes first: a model that has to name it asks fewer questions that have an answer. */
const UNANSWERED = closed({
  questions: Type.Array(closed({ missing: Type.String(), question: Type.String(), quotes })),
});

const RULES = `Rules:
- Each question can be understood by somebody who sees it alone: it names what it is about. It has no "the passage", "the text", "the document", "above" or "mentioned", and no pronoun for something that it does not name.
- Questions ask for different things.
- Use what the passages state, and nothing that you know from elsewhere.
- If the passages do not give that many good questions, write fewer.`;
const ANSWER = `- answer: short, complete and right by the passages.
- quotes: the statements that the answer follows from, each copied character by character, without omissions, with the number of its passage.`;
const NO_ANSWER = `- missing: what the passage does not say, in a few words.
- quotes: the statement that comes closest to it, copied character by character, without omissions, with the number of its passage.`;

const OUTPUT_TOKENS = 400;

export function questionFor({
  kind,
  passages,
  focus,
  manner,
  count,
  language,
}: Asked): ModelQuestion<typeof ANSWERED | typeof UNANSWERED> {
  const { task, isAnswerable } = ASKED_FORMS[kind];
  const shown = passages.flatMap((passage, index) => [
    asData('passage', titledText(passage), ` number="${index + 1}"`),
  ]);
  return {
    name: `questions_${kind}`,
    instructions: instructions(
      `You write questions for the test of a system that searches documents and answers questions on them.
The passages of documents are in <passage number="…">. Write ${count === 1 ? 'one question' : `${count} questions`}. ${task} Begin with what <sentence> states, where it gives such a question.`,
      `${RULES}\n${isAnswerable ? ANSWER : NO_ANSWER}\n- ${manner} ${languageRule(language)}`,
    ),
    data: [...shown, asData('sentence', focus)].join('\n'),
    schema: isAnswerable ? ANSWERED : UNANSWERED,
    maxTokens: OUTPUT_TOKENS + count * OUTPUT_TOKENS,
  };
}

type Answer = Static<typeof ANSWERED>['questions'][number] | Static<typeof UNANSWERED>['questions'][number];

const WORD = /[\p{L}\p{N}]/u;

/** The item of a question. It is rejected unless it has words and quotes each of the passages that it needs. */
export function itemOf({ kind, passages, manner }: Asked, written: Answer): Item {
  const found = written.quotes.flatMap(({ passage, text }) => {
    // The number may be wrong where the quotation is right.
    const first = passages[passage - 1];
    const places = [...(first ? [first] : []), ...passages.filter((other) => other !== first)];
    const evidence = places.map((place) => findQuote(place, text)).find((place) => place !== null);
    return evidence === undefined ? [] : [evidence];
  });
  const question = written.question.trim();
  const answer = 'answer' in written ? written.answer.trim() : null;
  return {
    value: { kind, question, answer, contexts: passages.map(titledText) },
    provenance: { made_by: 'model', form: manner, evidence: found },
    rejected: rejectionOf(question, answer, passages, found),
  };
}

function rejectionOf(
  question: string,
  answer: string | null,
  passages: readonly Passage[],
  found: readonly Evidence[],
): { readonly reason: Rejection; readonly about: string } | null {
  if (!WORD.test(question)) return { reason: 'output', about: 'no question' };
  if (answer !== null && !WORD.test(answer)) return { reason: 'output', about: 'no answer' };
  const unquoted = passages.findIndex(
    ({ source, start, end }) =>
      !found.some((quote) => quote.source === source.id && quote.start >= start && quote.end <= end),
  );
  return unquoted < 0 ? null : { reason: 'quote', about: `passage ${unquoted + 1}` };
}
