/**
 * Signatures of texts whose share of equal numbers is close to the texts' Jaccard similarity: MinHash (Broder 1997).
 */

/** Numbers of a signature: the standard error of the similarity is at most .045. */
export const SIGNATURE_LENGTH = 128;
/** Words that a shingle has. Texts with fewer words are one shingle. */
const SHINGLE_WORDS = 3;
const WORD = /[\p{L}\p{N}]+/gu;

/** The shingles of a text, without case and punctuation. Texts in scripts without spaces get shingles of characters. */
export function shinglesOf(text: string): ReadonlySet<string> {
  const words = text.normalize('NFKC').toLowerCase().match(WORD) ?? [];
  const units = words.flatMap((word) => (WITHOUT_SPACES.test(word) ? Array.from(word) : [word]));
  if (units.length <= SHINGLE_WORDS) return new Set(units.length === 0 ? [] : [units.join(' ')]);
  return new Set(units.slice(SHINGLE_WORDS - 1).map((_, index) => units.slice(index, index + SHINGLE_WORDS).join(' ')));
}

const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** The signature of shingles; all its numbers are the largest when there are none. */
export function signatureOf(shingles: ReadonlySet<string>): Uint32Array {
  const signature = new Uint32Array(SIGNATURE_LENGTH).fill(0xffffffff);
  for (const shingle of shingles) {
    const [first, second] = hashesOf(shingle);
    // Two hashes make all the others (Kirsch and Mitzenmacher 2006).
    for (let index = 0, hash = first; index < SIGNATURE_LENGTH; index++, hash = (hash + second) >>> 0) {
      const mixed = mix(hash);
      if (mixed < (signature[index] ?? 0)) signature[index] = mixed;
    }
  }
  return signature;
}

/** FNV-1a from two starts; the second is odd, so that its multiples differ. */
export function hashesOf(text: string): readonly [number, number] {
  let [first, second] = [0x811c9dc5, 0x9747b28c];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x5bd1e995);
  }
  return [first >>> 0, (second | 1) >>> 0];
}

/** The finalizer of MurmurHash3. */
function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Size of the intersection over that of the union; 0 for two empty sets. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size <= b.size ? [a, b] : [b, a];
  let both = 0;
  for (const shingle of small) if (large.has(shingle)) both++;
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}
