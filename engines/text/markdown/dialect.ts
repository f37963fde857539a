/** The Markdown that engines write, read by `markdown-it`: CommonMark with GitHub's tables, HTML and footnotes. */
import MarkdownIt from 'markdown-it';
import type { StateCore, Token } from 'markdown-it';
import { withFootnotes } from './footnotes.ts';

/** Longer paragraphs are shown as they are written: nested brackets take more than linear time. */
const MAX_INLINE = 64 * 1024; // 65,536 opening brackets take .3 s

export const DIALECT = withFootnotes(new MarkdownIt({ html: true }));
DIALECT.core.ruler.at('inline', parseInline);

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
