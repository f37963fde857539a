/** Plain measures of the likeness of two strings. */

/** Winkler (1990), with a prefix of at most four letters that weighs .1 each. */
export function jaroWinkler(one: string, other: string): number {
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1);
  const taken = new Set<number>();
  const matched: number[] = [];
  for (let at = 0; at < one.length; at++) {
    for (let to = Math.max(0, at - reach); to <= Math.min(other.length - 1, at + reach); to++) {
      if (taken.has(to) || one[at] !== other[to]) continue;
      taken.add(to);
      matched.push(at);
      break;
    }
  }
  const count = matched.length;
  if (count === 0) return 0;
  const inOrder = [...taken].toSorted((first, second) => first - second);
  const moved = matched.filter((at, index) => one[at] !== other[inOrder[index] ?? 0]).length / 2;
  const jaro = (count / one.length + count / other.length + (count - moved) / count) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < one.length && one[prefix] === other[prefix]) prefix++;
  return jaro + prefix * 0.1 * (1 - jaro);
}

/** Common words among all words of the two. */
export function wordShare(one: string, other: string): number {
  const [words, others] = [new Set(one.split(' ')), new Set(other.split(' '))];
  const common = [...words].filter((word) => others.has(word)).length;
  return common / (words.size + others.size - common);
}
