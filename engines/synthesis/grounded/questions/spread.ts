/** The order of the questions of a kind: no form is most of what is asked. */
import type { MadeQuestion } from './question.ts';

/** "What is X?", and births and deaths: texts have more of them than of all others. */
const COMMON: ReadonlySet<string> = new Set(['description', 'life', 'earlier_life', 'bridge_life', 'other_life']);
/** Others before one of a common form. */
const EVERY = 9;

/**
 * Forms take turns. As long as there are others, at most a tenth is of a common form; what is left of these comes last.
 */
export function spread(questions: readonly MadeQuestion[]): MadeQuestion[] {
  const others = inTurns(questions.filter(({ form }) => !COMMON.has(form)));
  const common = inTurns(questions.filter(({ form }) => COMMON.has(form)));
  const spaced = others.flatMap((question, at) => [
    question,
    ...((at + 1) % EVERY === 0 ? common.slice((at + 1) / EVERY - 1, (at + 1) / EVERY) : []),
  ]);
  return [...spaced, ...common.slice(Math.floor(others.length / EVERY))];
}

/** The first of each form, then the second of each, and so on. */
function inTurns(questions: readonly MadeQuestion[]): MadeQuestion[] {
  const placed = [...Map.groupBy(questions, ({ form }) => form).values()].flatMap((group) =>
    group.map((question, turn) => ({ question, turn })),
  );
  return placed.sort((a, b) => a.turn - b.turn).map(({ question }) => question);
}
