/** The links of a block: of inline Markdown, of a line of a table, and of HTML. */
import type { Token } from 'markdown-it';
import { attribute, descendants } from '../documents/html/dom.ts';
import type { HtmlParent } from '../documents/html/dom.ts';
import { DIALECT, plainText } from '../../text/markdown/dialect.ts';
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

/** Characters without which a line has no link. */
const LINK = /\]\(|</;

/** The links of a row of a table with pipes. */
export function linksOfLine(line: string): BlockLink[] {
  return LINK.test(line) ? linksOfTokens(DIALECT.parseInline(line, {})[0]?.children ?? []) : [];
}

export const mayHaveLinks = (html: string): boolean => /<a\s/i.test(html);

/** The links of HTML; none when it has too many elements. */
export function linksOfHtml(html: string): BlockLink[] {
  const tree = mayHaveLinks(html) ? treeOf(html) : null;
  return tree === null ? [] : linksOfTree(tree);
}

export function linksOfTree(tree: HtmlParent): BlockLink[] {
  return [...descendants(tree)].flatMap((element) => {
    const url = element.tagName === 'a' ? attribute(element, 'href') : null;
    return url === null ? [] : [{ text: textOf(element), url }];
  });
}
