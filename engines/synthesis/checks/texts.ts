/** Texts of items, by whose they are. */
import type { Item } from '../items/item.ts';

/** Members that quote what the client gave. */
const QUOTED = new Set(['contexts', 'original', 'persona', 'tools']);

/** All texts in a value of JSON. */
export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* textsIn(member);
}

/** What of an item was made. */
export const madeOf = (value: Item['value']): Item['value'] =>
  Object.fromEntries(Object.entries(value).filter(([member]) => !QUOTED.has(member)));

/** The texts of an item that were made, with the member that each stands in. */
export function* madeTexts(value: Item['value']): Generator<{ readonly member: string; readonly text: string }> {
  for (const [member, content] of Object.entries(madeOf(value))) {
    for (const text of textsIn(content)) yield { member, text };
  }
}
