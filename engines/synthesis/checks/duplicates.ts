/** Finds items that are the same as an accepted one, or nearly. */
import { createHash } from 'node:crypto';
import { NearDuplicates } from '../duplicates/near-duplicates.ts';
import type { Item } from '../item.ts';
import { isObject } from '../objects.ts';

/** From this Jaccard similarity of three-word shingles on, a question is a near-duplicate. */
const NEAR = 0.8;

export class Duplicates {
  /** Places of accepted items, by the digest of their text: texts are long. */
  readonly #places = new Map<string, number>();
  readonly #near = new NearDuplicates(NEAR);

  /** Adds an item by its place among all items, unless it repeats one that was added: then returns the place of that one. */
  add(place: number, value: Item['value']): number | null {
    const written = askedIn(value);
    // Alterations of one text are nearly the same on purpose.
    if (written === null) {
      const { text } = value;
      return this.#add(place, typeof text === 'string' ? text : JSON.stringify(value));
    }
    const same = this.#add(place, written.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim());
    if (same !== null) return same;
    const near = this.#near.add(String(place), written);
    return near && Number(near.of);
  }

  #add(place: number, text: string): number | null {
    const key = createHash('sha256').update(text).digest('base64');
    const same = this.#places.get(key);
    if (same === undefined) this.#places.set(key, place);
    return same ?? null;
  }
}

/** What an item asks: the question, instruction or request, or all that a user says; `null` for an item that asks nothing. */
function askedIn({ question, instruction, request, messages }: Item['value']): string | null {
  const asked = [question, instruction, request].find((text) => typeof text === 'string');
  if (typeof asked === 'string') return asked;
  if (!Array.isArray(messages)) return null;
  const said = messages.filter(isObject).filter(({ role }) => role === 'user');
  return said.map(({ content }) => String(content)).join('\n');
}
