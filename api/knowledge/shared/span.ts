import { List, Whole } from '../../contract/schema.ts';

/** Where a part of a text is. */
export const Span = List(Whole('UTF-16 code units.', 0), 'Start and end, end exclusive.', {
  title: 'Span',
  minItems: 2,
  maxItems: 2,
  examples: [[0, 120]],
});

/** The same with a title and a description of its own, which says of what text. */
export function spanIn(title: string, description: string, example: [number, number]) {
  return List(Whole('UTF-16 code units.', 0), description, { title, minItems: 2, maxItems: 2, examples: [example] });
}
