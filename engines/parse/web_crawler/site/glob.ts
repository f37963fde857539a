/**
 * Matches many wildcard patterns against a text at once: each pattern position is a bit, and each character of the
 * text advances 32 positions at a time. The cost is always the length of the text times the total pattern length /
 * 32. After Navarro and Raffinot, Flexible Pattern Matching in Strings (2002), 2.2.2 and 4.2 (Shift-And).
 */

/** What a wildcard matches: a run of characters without a slash, or any run. */
type Wildcard = 'segment' | 'any';

interface Pattern {
  readonly characters: readonly string[];
  /** By the number of preceding characters. */
  readonly wildcards: ReadonlyMap<number, Wildcard>;
}

const PLACES_PER_WORD = 32;

/**
 * Whether one of the globs matches a whole address: `*` matches within one path segment, `**` across segments, and
 * every other character, `?` included, itself.
 */
export function globMatcher(globs: readonly string[]): (text: string) => boolean {
  const first = firstMatch(globs.map((glob) => readPattern(glob, (stars) => (stars.length === 1 ? 'segment' : 'any'))));
  return (text) => first(text) >= 0;
}

/**
 * Which path of robots.txt (RFC 9309) is the first that matches, -1 for none: `*` matches any run, a `$` at the end
 * ends the text; otherwise its beginning matches.
 */
export function robotsPathMatcher(paths: readonly string[]): (text: string) => number {
  return firstMatch(paths.map((path) => readPattern(path.endsWith('$') ? path.slice(0, -1) : `${path}*`, () => 'any')));
}

function readPattern(pattern: string, meaningOf: (stars: string) => Wildcard): Pattern {
  const characters: string[] = [];
  const wildcards = new Map<number, Wildcard>();
  for (const part of pattern.split(/(\*+)/)) {
    if (part.startsWith('*')) wildcards.set(characters.length, meaningOf(part));
    else for (const character of part) characters.push(character);
  }
  return { characters, wildcards };
}

/**
 * A position is the number of matched characters of a pattern; the positions of all patterns are numbered
 * consecutively.
 */
function firstMatch(patterns: readonly Pattern[]): (text: string) => number {
  const places = patterns.reduce((sum, { characters }) => sum + characters.length + 1, 0);
  const words = Math.ceil(places / PLACES_PER_WORD);
  const starts = new Int32Array(words);
  /** Positions that advance on a character. */
  const steps = new Map<string, Int32Array>();
  /** Positions that a wildcard keeps: at a slash, and at any other character. */
  const staysAtSlash = new Int32Array(words);
  const stays = new Int32Array(words);
  const ends: number[] = [];
  let first = 0;
  for (const { characters, wildcards } of patterns) {
    add(starts, first);
    for (const [met, wildcard] of wildcards) {
      add(stays, first + met);
      if (wildcard === 'any') add(staysAtSlash, first + met);
    }
    for (const [met, character] of characters.entries()) {
      const from = steps.get(character) ?? new Int32Array(words);
      steps.set(character, from);
      add(from, first + met);
    }
    ends.push(first + characters.length);
    first += characters.length + 1;
  }
  const nowhere = new Int32Array(words);
  return (text) => {
    const reached = starts.slice();
    for (const character of text) {
      const leads = steps.get(character) ?? nowhere;
      if (!advance(reached, leads, character === '/' ? staysAtSlash : stays)) return -1;
    }
    return ends.findIndex((end) => has(reached, end));
  };
}

/** Advances all positions by one character; returns whether any remains. */
function advance(reached: Int32Array, leads: Int32Array, stays: Int32Array): boolean {
  let carried = 0;
  let all = 0;
  for (let word = 0; word < reached.length; word++) {
    const from = reached[word] ?? 0;
    // Most patterns are ruled out after a few characters.
    if (from === 0 && carried === 0) continue;
    const moved = from & (leads[word] ?? 0);
    const to = (moved << 1) | carried | (from & (stays[word] ?? 0));
    carried = moved >>> 31;
    reached[word] = to;
    all |= to;
  }
  return all !== 0;
}

function add(set: Int32Array, place: number): void {
  const word = Math.floor(place / PLACES_PER_WORD);
  set[word] = (set[word] ?? 0) | (1 << (place % PLACES_PER_WORD));
}

function has(set: Int32Array, place: number): boolean {
  return ((set[Math.floor(place / PLACES_PER_WORD)] ?? 0) & (1 << (place % PLACES_PER_WORD))) !== 0;
}
