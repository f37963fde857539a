/** Finds the main content of a page, without the parts that every page of the site has. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';

export interface MainContent {
  readonly title: string | null;
  readonly byline: string | null;
  readonly language: string | null;
  readonly publishedAt: string | null;
  readonly siteName: string | null;
  readonly description: string | null;
  /** The content as HTML, with class names, which carry the languages of code. */
  readonly html: string;
}

/** `null` when no part of the page stands out as its content. */
export function findMainContent(html: string): MainContent | null {
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
  };
}
