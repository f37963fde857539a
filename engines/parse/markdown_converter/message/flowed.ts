/** Text in which the mail program has wrapped the lines (`format=flowed`, RFC 3676). */

const SIGNATURE = '-- ';

/**
 * Joins the lines of each paragraph. A line that ends with a space continues in the next one if both are quoted equally
 * deep. With `DelSp`, which languages without spaces use, this space is not part of the text.
 */
export function unflow(text: string, delSp: boolean): string {
  const paragraphs: string[] = [];
  let open: { readonly depth: number; readonly pieces: string[] } | null = null;
  for (const line of text.split(/\r?\n/)) {
    const marks = /^>*/.exec(line)?.[0] ?? '';
    // One space is put before lines that would look like a quotation, or begins with one.
    const words = line.slice(line.startsWith(' ', marks.length) ? marks.length + 1 : marks.length);
    const isFlowed = words.endsWith(' ') && words !== SIGNATURE;
    if (open !== null && (open.depth !== marks.length || words === SIGNATURE)) {
      paragraphs.push(written(open.depth, open.pieces).trimEnd());
      open = null;
    }
    open ??= { depth: marks.length, pieces: [] };
    open.pieces.push(isFlowed && delSp ? words.slice(0, -1) : words);
    if (isFlowed) continue;
    paragraphs.push(written(open.depth, open.pieces));
    open = null;
  }
  if (open !== null) paragraphs.push(written(open.depth, open.pieces).trimEnd());
  return paragraphs.join('\n');
}

function written(depth: number, pieces: readonly string[]): string {
  const words = pieces.join('');
  return depth === 0 || words === '' ? '>'.repeat(depth) + words : `${'>'.repeat(depth)} ${words}`;
}
