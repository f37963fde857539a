/** Which of a page's passages repeat a text, by phrases of up to three words. */

/** Words of the longest phrases. */
export const PHRASE = 3;

/** A set of all phrases in the texts, given as words. */
export function phrasesOf(texts: readonly (readonly string[])[]): Set<string> {
  const phrases = new Set<string>();
  for (const words of texts) {
    for (let at = 0; at < words.length; at++) {
      for (let size = 1; size <= PHRASE && at + size <= words.length; size++) {
        phrases.add(words.slice(at, at + size).join(' '));
      }
    }
  }
  return phrases;
}

/** Share of the phrases of a passage in the set; phrases are shorter in passages with fewer words. */
export function phraseShare(words: readonly string[], phrases: ReadonlySet<string>): number {
  const size = Math.min(PHRASE, words.length);
  if (size === 0 || phrases.size === 0) return 0;
  const count = words.length - size + 1;
  let hits = 0;
  for (let at = 0; at < count; at++) if (phrases.has(words.slice(at, at + size).join(' '))) hits++;
  return hits / count;
}
