/** Fuzzy comparison of texts as `rapidfuzz` and `fuzzysearch` do it, which the tests of olmOCR-bench are defined by. */

/** Twice the common subsequence, as a share of both lengths: `fuzz.ratio`. */
export function similarity(one: string, other: string): number {
  if (one.length + other.length === 0) return 1;
  let row = new Uint16Array(other.length + 1);
  for (const character of one) {
    const next = new Uint16Array(other.length + 1);
    for (let at = 1; at <= other.length; at++) {
      next[at] = other[at - 1] === character ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    }
    row = next;
  }
  return (2 * (row[other.length] ?? 0)) / (one.length + other.length);
}

/** Whether a part of the text is as similar as `maxDiffs` of the characters allow: `fuzz.partial_ratio`. */
export function isFoundWithin(needle: string, text: string, maxDiffs: number): boolean {
  if (text.includes(needle)) return true;
  if (maxDiffs === 0) return false;
  const threshold = 1 - maxDiffs / needle.length;
  for (let at = 0; at <= Math.max(0, text.length - needle.length); at++) {
    if (similarity(needle, text.slice(at, at + needle.length)) >= threshold) return true;
  }
  return false;
}

/**
 * Where parts start that differ from `needle` by at most so many insertions, deletions and substitutions; of those that
 * are the same, the first and the last.
 */
export function matchStarts(needle: string, text: string, maxDistance: number): number[] {
  if (maxDistance === 0) return [text.indexOf(needle), text.lastIndexOf(needle)].filter((start) => start >= 0);
  // By length of the needle so far: the least distance of a part that ends here, and where it starts.
  let row = Array.from({ length: needle.length + 1 }, (_, length) => ({ distance: length, start: 0 }));
  const starts: number[] = [];
  for (let end = 1; end <= text.length; end++) {
    const next = [{ distance: 0, start: end }];
    for (let length = 1; length <= needle.length; length++) {
      const same = needle[length - 1] === text[end - 1] ? 0 : 1;
      const ways = [
        { ...at(row, length - 1), more: same },
        { ...at(row, length), more: 1 },
        { ...at(next, length - 1), more: 1 },
      ];
      const best = ways.reduce((one, other) => (other.distance + other.more < one.distance + one.more ? other : one));
      next.push({ distance: best.distance + best.more, start: best.start });
    }
    const whole = at(next, needle.length);
    if (whole.distance <= maxDistance) starts.push(whole.start);
    row = next;
  }
  return starts;
}

function at<T>(row: readonly T[], index: number): T {
  const item = row[index];
  if (item === undefined) throw new RangeError(`no column ${index}`);
  return item;
}
