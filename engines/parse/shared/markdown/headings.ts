/** Headings as Markdown writes them. */

/** The words of a heading without the marks that may close it: `Title ##`. Marks that touch a word belong to it. */
export function withoutClosing(heading: string): string {
  const text = heading.trimEnd();
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return /\s/.test(text[end - 1] ?? '') ? text.slice(0, end).trimEnd() : text;
}
