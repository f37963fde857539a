/** The links of a block: of inline Markdown, of the lines of a table, and of HTML. */
import type { Token } from 'markdown-it';
import { attribute, descendants } from '../shared/html/dom.ts';
import { DIALECT, plainText } from './dialect.ts';
import { textOf, treeOf } from './html-text.ts';
import type { BlockLink } from './model.ts';

/** The links of inline tokens, in Markdown and in HTML. The text of a linked picture is its description. */
export function linksOfTokens(tokens: readonly Token[]): BlockLink[] {
  const links: BlockLink[] = [];
  let open: { readonly url: string; readonly from: number } | null = null;
  for (const [at, token] of tokens.entries()) {
    const url = openedBy(token);
    if (url !== null) open = { url, from: at + 1 };
    if (open === null || !isClosing(token)) continue;
    links.push({ text: plainText(tokens.slice(open.from, at)).trim(), url: open.url });
    open = null;
  }
  return links;
}

function openedBy(token: Token): string | null {
  if (token.type === 'link_open') return String(token.attrGet('href'));
  if (token.type !== 'html_inline' || !/^<a\s/i.test(token.content)) return null;
  return linksOfHtml(token.content)[0]?.url ?? null;
}

const isClosing = ({ type, content }: Token): boolean =>
  type === 'link_close' || (type === 'html_inline' && /^<\/a\b/i.test(content));

/** Characters without which a row has no link. */
const LINK = /\]\(|</;

/** The links of a table that stands by itself, row by row. */
export function linksOfRows(kind: 'pipe_table' | 'html_table', markdown: string): BlockLink[] {
  if (kind === 'html_table') return markdown.split(/\n(?=<tr>)/).flatMap(linksOfHtml);
  const lines = markdown.split('\n').filter((line) => LINK.test(line));
  return lines.flatMap((line) => linksOfTokens(DIALECT.parseInline(line, {})[0]?.children ?? []));
}

/** The links of HTML; none when it has too many elements. */
export function linksOfHtml(html: string): BlockLink[] {
  const tree = /<a\s/i.test(html) ? treeOf(html) : null;
  if (tree === null) return [];
  return [...descendants(tree)].flatMap((element) => {
    const url = element.tagName === 'a' ? attribute(element, 'href') : null;
    return url === null ? [] : [{ text: textOf(element), url }];
  });
}
