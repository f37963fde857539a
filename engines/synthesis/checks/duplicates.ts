/** Finds items that are the same as an accepted one, or nearly. */
import { createHash } from 'node:crypto';
import { NearDuplicates } from '../similarity/near-duplicates.ts';
import type { Item } from '../items/item.ts';
import { isObject } from '../../../platform/is-object.ts';

/** From this Jaccard similarity of three-word shingles on, a question is a near-duplicate. */
export const NEAR = 0.8;

/** The accepted item that another one repeats, and how it was found. */
export interface Repeated {
  readonly of: number;
  readonly method: 'text' | 'minhash';
}

export class Duplicates {
  /** Places of accepted items, by the digest of their text: texts are long. */
  readonly #places = new Map<string, number>();
  readonly #near = new NearDuplicates(NEAR);

  /** What of the items that were added this one repeats; `null`: nothing. */
  find(value: Item['value']): Repeated | null {
    const same = this.#places.get(keyOf(value));
    if (same !== undefined) return { of: same, method: 'text' };
    const asked = askedIn(value);
    // Alterations of one text are nearly the same on purpose.
    const near = asked === null ? null : this.#near.find(asked);
    return near && { of: Number(near.of), method: 'minhash' };
  }

  /** Adds an item by its place among all items, unless it repeats one that was added: then returns that one. */
  add(place: number, value: Item['value']): Repeated | null {
    const repeated = this.find(value);
    if (repeated !== null) return repeated;
    this.#places.set(keyOf(value), place);
    const asked = askedIn(value);
    if (asked !== null) this.#near.add(String(place), asked);
    return null;
  }
}

function keyOf(value: Item['value']): string {
  const { text } = value;
  const asked = askedIn(value)?.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const said = asked ?? (typeof text === 'string' ? text : JSON.stringify(value));
  return createHash('sha256').update(said).digest('base64');
}

/**
 * What an item asks: the question, instruction or request, or all that a user says; `null` for an item that asks
 * nothing.
 */
export function askedIn({ question, instruction, request, messages }: Item['value']): string | null {
  const asked = [question, instruction, request].find((text) => typeof text === 'string');
  if (typeof asked === 'string') return asked;
  if (!Array.isArray(messages)) return null;
  const said = messages.filter(isObject).filter(({ role }) => role === 'user');
  return said.map(({ content }) => String(content)).join('\n');
}
