/** Title, authors and date of a LaTeX document. */
import { PLAIN, plainText, type Block, type Inline } from '../../documents/markdown/model.ts';
import type { LatexContext } from './context.ts';

const contentOf = (command: string, context: LatexContext): Inline[] => {
  const range = context.front.get(command);
  return range === undefined ? [] : context.read(range.start, range.end, PLAIN, 0).inline;
};

/** What `\maketitle` prints. */
export function frontBlocks(context: LatexContext): Block[] {
  const title = contentOf('\\title', context);
  const authors = authorsOf(context);
  const date = contentOf('\\date', context);
  return [
    { kind: 'heading', level: 1, content: title },
    ...authors.map((content): Block => ({ kind: 'paragraph', content })),
    { kind: 'paragraph', content: date },
  ];
}

export function titleOf(context: LatexContext): string | null {
  return plainText(contentOf('\\title', context)) || null;
}

/** Their names, without the affiliations on the lines below. */
export function authorNames(context: LatexContext): string[] {
  return authorsOf(context)
    .map((content) => {
      const end = content.findIndex(({ kind }) => kind === 'break');
      return plainText(end < 0 ? content : content.slice(0, end));
    })
    .filter((name) => name !== '');
}

/** Each author apart; `\and` separates them. */
function authorsOf(context: LatexContext): Inline[][] {
  const range = context.front.get('\\author');
  if (range === undefined) return [];
  const { structure } = context;
  const authors: Inline[][] = [];
  let start = range.start;
  for (let at = range.start; at <= range.end; at = structure.after(at)) {
    const token = structure.tokens[at];
    if (at < range.end && token !== '\\and' && token !== '\\And' && token !== '\\AND') continue;
    authors.push(context.read(start, Math.min(at, range.end), PLAIN, 0).inline);
    start = at + 1;
  }
  return authors;
}
