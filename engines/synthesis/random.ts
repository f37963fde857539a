/**
 * Random numbers of a place in the data: what a seed, a table and a row decide does not depend on what was made before.
 */
import { seededRandom } from '../statistics/random.ts';
import type { Random } from '../statistics/random.ts';

export type { Random };

/** FNV-1a, 32 bits, over the UTF-16 code units. */
function hash32(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash | 0;
}

/** A 32-bit seed of a place, such as `['customers', 17, 'email']`. */
export function seedOf(seed: number, place: readonly (string | number)[]): number {
  return hash32(`${seed}\u0000${place.join('\u0000')}`);
}

export function randomAt(seed: number, place: readonly (string | number)[]): Random {
  const random = seededRandom(seedOf(seed, place));
  // The first numbers of seeds that are alike are alike.
  random();
  return random;
}

/** A whole number from `low` to `high`, both inclusive. */
export function wholeBetween(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1));
}

/** One of the items, all equally likely. There is at least one. */
export function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

/** One of the items, each as likely as its weight; `undefined` when there are none. */
export function drawn<T extends { readonly weight: number }>(items: readonly T[], random: Random): T | undefined {
  let at = random() * items.reduce((sum, { weight }) => sum + weight, 0);
  return items.find(({ weight }) => (at -= weight) < 0) ?? items.at(-1);
}

/** In a copy, by random keys. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const order = items.map((item) => ({ item, place: random() }));
  return order.sort((a, b) => a.place - b.place).map(({ item }) => item);
}
