/** Questions of all kinds, in an order that a seed decides. */
import { drawn, randomAt, shuffled } from '../../random.ts';
import { FactIndex } from '../fact-index.ts';
import type { GroundedFact } from '../reading/fact.ts';
import { comparison } from './comparison.ts';
import { multiHop } from './multi-hop.ts';
import { cloze, singleHop, temporal } from './one-fact.ts';
import type { MadeQuestion, QuestionForm, QuestionKind } from './question.ts';
import { spread } from './spread.ts';
import { unanswerable } from './unanswerable.ts';

const FORMS: Readonly<Record<QuestionKind, QuestionForm>> = {
  single_hop: singleHop,
  multi_hop: multiHop,
  comparison,
  temporal,
  unanswerable,
  cloze,
};

/** Weights of the kinds; a kind without one is not made. */
export type QuestionMix = Readonly<Partial<Record<QuestionKind, number>>>;

/**
 * All questions that can be made, one after the other: each time a kind is drawn by its weight from those that have any
 * left.
 */
export function* makeQuestions(
  facts: readonly GroundedFact[],
  texts: ReadonlyMap<string, string>,
  mix: QuestionMix,
  seed: number,
): Generator<MadeQuestion> {
  const index = new FactIndex(facts, texts);
  const random = randomAt(seed, ['questions']);
  let left = kindsOf(mix).map(({ kind, weight }) => ({
    weight,
    // The last is taken first.
    questions: spread(shuffled(FORMS[kind](index), randomAt(seed, ['questions', kind])).reverse()).reverse(),
  }));
  for (;;) {
    left = left.filter(({ questions }) => questions.length > 0);
    const question = drawn(left, random)?.questions.pop();
    if (question === undefined) return;
    yield question;
  }
}

function kindsOf(mix: QuestionMix): { readonly kind: QuestionKind; readonly weight: number }[] {
  const kinds = Object.keys(FORMS).filter((name): name is QuestionKind => Object.hasOwn(mix, name));
  return kinds.map((kind) => ({ kind, weight: mix[kind] ?? 0 })).filter(({ weight }) => weight > 0);
}
