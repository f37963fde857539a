/** What a file says of itself by names: those that are the same for all formats, and those of its user. */

/** Maximum characters of a value, since descriptions may be whole reviews. */
const MAX_VALUE = 1000;
const MAX_NAME = 100;
/** Programs add some dozens at most. */
const MAX_PROPERTIES = 200;

/** Without empty values; the first of several with one name. */
export function propertiesOf(
  found: Iterable<readonly [name: string, value: string | null | undefined]>,
): Record<string, string> {
  const properties = new Map<string, string>();
  for (const [given, value] of found) {
    const name = oneLine(given, MAX_NAME);
    const words = oneLine(value ?? '', MAX_VALUE);
    if (name !== '' && words !== '' && !properties.has(name)) properties.set(name, words);
    if (properties.size === MAX_PROPERTIES) break;
  }
  return Object.fromEntries(properties);
}

const oneLine = (words: string, length: number): string => words.replace(/\s+/g, ' ').trim().slice(0, length);
