/** Finds the main content of an article's page, without the parts that every page of the site has. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { defaultTreeAdapter, serialize } from 'parse5';
import { attribute, isElement, type HtmlElement, type HtmlParent } from '../../markdown_converter/html/dom.ts';
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

/** `null` when no part of the page stands out as its content. */
export function findMainContent(page: HtmlParent): MainContent | null {
  const getChildNodes: typeof defaultTreeAdapter.getChildNodes = (parent) =>
    parent.childNodes.filter((child) => !isElement(child) || !(isSilent(child) || isFurniture(child)));
  const html = serialize(page, { scriptingEnabled: false, treeAdapter: { ...defaultTreeAdapter, getChildNodes } });
  const { document } = parseHTML(html);
  const article = new Readability(document, { keepClasses: true }).parse();
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

const isSilent = (element: HtmlElement): boolean =>
  SILENT.has(element.tagName) || (element.tagName === 'script' && !/json|tex/.test(attribute(element, 'type') ?? ''));
