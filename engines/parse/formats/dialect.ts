/** The Markdown that engines write, read by `markdown-it`: CommonMark with GitHub's tables, HTML and footnotes. */
import MarkdownIt from 'markdown-it';
import type { StateBlock, StateCore, Token } from 'markdown-it';

/** Longer paragraphs are shown as they are written: nested brackets take more than linear time. */
const MAX_INLINE = 64 * 1024; // 65,536 opening brackets take .3 s

export const DIALECT = new MarkdownIt({ html: true });
DIALECT.core.ruler.at('inline', parseInline);
DIALECT.block.ruler.before('reference', 'footnote', readFootnote, { alt: ['paragraph', 'reference'] });

function parseInline({ tokens, md, env, Token }: StateCore): void {
  for (const token of tokens) {
    if (token.type !== 'inline') continue;
    const children: Token[] = [];
    if (token.content.length <= MAX_INLINE) {
      md.inline.parse(token.content, md, env, children);
    } else {
      const text = new Token('text', '', 0);
      text.content = token.content;
      children.push(text);
    }
    token.children = children;
  }
}

const LABEL = /^\[\^([\w-]+)\]:[ \t]*/;
/** Further lines of a footnote are indented by this much. */
const INDENT = 4;

/** `[^label]: text`, with further lines and blocks indented. */
function readFootnote(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= INDENT || !state.src.startsWith('[^', start)) return false;
  const found = LABEL.exec(state.src.slice(start, state.eMarks[startLine]));
  if (found === null) return false;
  if (silent) return true;
  const [opening, label = ''] = found;
  const open = state.push('footnote_open', 'div', 1);
  open.info = label;
  open.attrSet('class', 'footnote');
  const { bMarks, tShift, sCount, parentType } = state;
  const before = [bMarks[startLine] ?? 0, tShift[startLine] ?? 0, sCount[startLine] ?? 0] as const;
  bMarks[startLine] = start + opening.length;
  tShift[startLine] = 0;
  state.blkIndent += INDENT;
  sCount[startLine] = state.blkIndent;
  state.parentType = 'footnote';
  state.md.block.tokenize(state, startLine, endLine);
  [bMarks[startLine], tShift[startLine], sCount[startLine]] = before;
  state.parentType = parentType;
  state.blkIndent -= INDENT;
  open.map = [startLine, state.line];
  state.push('footnote_close', 'div', -1);
  return true;
}

/** Characters without which a text is its own plain text. */
const MARKUP = /[\\`*_~<>&![\]]/;

/** The plain text of inline Markdown. */
export function inlineText(markdown: string): string {
  if (!MARKUP.test(markdown)) return markdown;
  return plainText(DIALECT.parseInline(markdown, {})[0]?.children ?? []);
}

/** Inline Markdown as HTML. */
export const inlineHtml = (markdown: string): string => DIALECT.renderInline(markdown);

/** The text of inline tokens, with a line feed for each break. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content }) => {
      if (type === 'softbreak' || type === 'hardbreak') return '\n';
      if (type === 'html_inline') return /^<br\b/i.test(content) ? '\n' : '';
      return content;
    })
    .join('');
}
