/** A formula without labels, which only number it. */
export function formulaOf(raw: string): string {
  return raw
    .replace(/\\label\s?\{[^{}\\]*\}|\\(?:nonumber|notag)(?![A-Za-z])/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
