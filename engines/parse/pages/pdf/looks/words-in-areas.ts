import { centreX, centreY } from '../../page/geometry.ts';
import type { Box } from '../../page/geometry.ts';
import type { Word } from '../../page/word.ts';

/** Points of one step of height: areas are looked up by it, so that a form with many fields takes no longer. */
const STEP = 20;
const MAX_STEPS = 1000; // more than any paper has

/** The words whose middle is in each of the areas. */
export function wordsInAreas(words: readonly Word[], areas: readonly Box[]): ReadonlyMap<Box, readonly Word[]> {
  const found = new Map<Box, Word[]>(areas.map((area) => [area, []]));
  const steps = new Map<number, Box[]>();
  for (const area of areas) {
    const [first, last] = [Math.floor(area.y0 / STEP), Math.floor(area.y1 / STEP)];
    for (let step = first; step <= Math.min(last, first + MAX_STEPS); step++) {
      const others = steps.get(step);
      if (others === undefined) steps.set(step, [area]);
      else others.push(area);
    }
  }
  for (const word of areas.length === 0 ? [] : words) {
    const [x, y] = [centreX(word), centreY(word)];
    for (const area of steps.get(Math.floor(y / STEP)) ?? []) {
      if (x > area.x0 && x < area.x1 && y > area.y0 && y < area.y1) found.get(area)?.push(word);
    }
  }
  return found;
}
