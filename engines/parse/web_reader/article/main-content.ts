/** Finds the main content of an article's page, without the parts that every page of the site has. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { defaultTreeAdapter, serialize } from 'parse5';
import { attribute, elements, isElement, type HtmlElement, type HtmlParent } from '../../documents/html/dom.ts';
import { isFurniture } from './page-furniture.ts';

export interface MainContent {
  readonly title: string | null;
  readonly byline: string | null;
  readonly language: string | null;
  readonly publishedAt: string | null;
  readonly siteName: string | null;
  readonly description: string | null;
  /** The content as HTML, with class names, which carry the languages of code. */
  readonly html: string;
  readonly text: string;
}

/** Elements without text, which would only be parsed again. JSON-LD stays. */
const SILENT = new Set(['style', 'svg', 'template', 'iframe', 'object', 'embed', 'canvas', 'audio', 'video']);

/** Readability takes seconds for some hundred levels of one word each; the deepest page of both samples has 51. */
const MAX_DEPTH = 100;

/** `null` when no part of the page stands out as its content, or the page is nested too deeply to look for it. */
export function findMainContent(page: HtmlParent): MainContent | null {
  if (depthOf(page) > MAX_DEPTH) return null;
  const getChildNodes: typeof defaultTreeAdapter.getChildNodes = (parent) =>
    parent.childNodes.filter((child) => !isElement(child) || !(isSilent(child) || isFurniture(child)));
  const html = serialize(page, { scriptingEnabled: false, treeAdapter: { ...defaultTreeAdapter, getChildNodes } });
  const { document } = parseHTML(html);
  const article = new LinearReadability(document, { keepClasses: true }).parse();
  if (!article?.content) return null;
  return {
    title: article.title || null,
    byline: article.byline || null,
    language: article.lang || null,
    publishedAt: article.publishedTime || null,
    siteName: article.siteName || null,
    description: article.excerpt || null,
    html: article.content,
    text: article.textContent ?? '',
  };
}

const tokensOf = (text: string): string[] => text.toLowerCase().split(/\W+/).filter(Boolean);

/** Readability compares each word of a heading with each word of the title. */
class LinearReadability extends Readability {
  /** The share of the other text, by its length, whose words the first one has. */
  _textSimilarity(text: string, other: string): number {
    const [known, tokens] = [new Set(tokensOf(text)), tokensOf(other)];
    if (known.size === 0 || tokens.length === 0) return 0;
    return 1 - tokens.filter((token) => !known.has(token)).join(' ').length / tokens.join(' ').length;
  }
}

const isSilent = (element: HtmlElement): boolean =>
  SILENT.has(element.tagName) || (element.tagName === 'script' && !/json|tex/.test(attribute(element, 'type') ?? ''));

function depthOf(page: HtmlParent): number {
  let deepest = 0;
  const stack: { readonly node: HtmlParent; readonly depth: number }[] = [{ node: page, depth: 0 }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    deepest = Math.max(deepest, top.depth);
    for (const child of elements(top.node)) stack.push({ node: child, depth: top.depth + 1 });
  }
  return deepest;
}
