/** How rare a word is in English encyclopedic text: inverse document frequencies (Spärck Jones 1972). */
import frequencies from './frequencies.json' with { type: 'json' };

const SMOOTHING = 0.5;
const most = Math.log((frequencies.documents + 1) / SMOOTHING);
const passagesWith: ReadonlyMap<string, number> = new Map(Object.entries(frequencies.stems));

/** From 0 for a word that all texts have to 1 for one that none has, as most words of other languages. */
export const rarity = (stem: string): number =>
  Math.log((frequencies.documents + 1) / ((passagesWith.get(stem) ?? 0) + SMOOTHING)) / most;
