/** Evidence of a bounded size: it is kept with each score. */

export type Evidence = Readonly<Record<string, unknown>>;

/** Characters of one text; spans say where the rest is. */
const LONGEST_TEXT = 500;
/** Characters of all texts and names, with some for each value. */
const MOST_CHARACTERS = 50_000;
const PER_VALUE = 8;

/** Cuts long texts, and leaves out items of lists beyond the bound: `left_out` says how many. */
export function bounded(evidence: Evidence): Evidence {
  let [characters, leftOut] = [0, 0];
  const take = (value: unknown): unknown => {
    characters += PER_VALUE;
    if (typeof value === 'string') {
      const text = value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT).toWellFormed()}…` : value;
      characters += text.length;
      return text;
    }
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) {
        if (characters < MOST_CHARACTERS) items.push(take(item));
        else leftOut++;
      }
      return items;
    }
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]: [string, unknown]) => {
        characters += name.length;
        return [name, take(member)];
      }),
    );
  };
  const taken = Object.fromEntries(Object.entries(evidence).map(([name, member]) => [name, take(member)]));
  return leftOut === 0 ? taken : { ...taken, left_out: leftOut };
}
