/** Wildcard patterns whose matching takes at most time proportional to pattern and text, whatever the two are. */

/** A character, `*` that stands for any run without a slash, or `**` that stands for any run. */
type Token = string | typeof STAR | typeof GLOBSTAR;
const STAR = Symbol('*');
const GLOBSTAR = Symbol('**');

export type Matcher = (text: string) => boolean;

/**
 * A glob over addresses: `*` matches within one path segment, `**` across segments, and every other character, `?`
 * included, itself. The whole text must match.
 */
export function globMatcher(pattern: string): Matcher {
  const tokens = pattern.split(/(\*+)/).flatMap((part): Token[] => {
    if (part.startsWith('*')) return [part.length === 1 ? STAR : GLOBSTAR];
    return Array.from(part);
  });
  return (text) => matches(tokens, text);
}

/** A path of robots.txt (RFC 9309): `*` matches any run, a `$` at the end ends the text; otherwise its beginning matches. */
export function robotsPathMatcher(pattern: string): Matcher {
  const isWhole = pattern.endsWith('$');
  const [start = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split(/\*+/);
  const end = isWhole ? parts.pop() : undefined;
  return (text) => {
    if (!text.startsWith(start)) return false;
    let at = start.length;
    // The first place of each part leaves the most room for the rest.
    for (const part of parts) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    if (!isWhole) return true;
    return end === undefined ? at === text.length : text.length - end.length >= at && text.endsWith(end);
  };
}

/** Follows all ways to match at once, so that no way is tried twice: one that backtracks can be made to try for ever. */
function matches(tokens: readonly Token[], text: string): boolean {
  let places = new Uint8Array(tokens.length + 1);
  let next = new Uint8Array(tokens.length + 1);
  reach(tokens, places, 0);
  for (const character of text) {
    next.fill(0);
    let isAlive = false;
    for (const [place, token] of tokens.entries()) {
      if (places[place] === 0) continue;
      const stays = token === GLOBSTAR || (token === STAR && character !== '/');
      if (stays) reach(tokens, next, place);
      else if (token === character) reach(tokens, next, place + 1);
      isAlive ||= stays || token === character;
    }
    if (!isAlive) return false;
    [places, next] = [next, places];
  }
  return places[tokens.length] === 1;
}

/** A wildcard also stands for nothing. */
function reach(tokens: readonly Token[], places: Uint8Array, place: number): void {
  for (let at = place; places[at] === 0; at++) {
    places[at] = 1;
    if (typeof tokens[at] !== 'symbol') return;
  }
}
