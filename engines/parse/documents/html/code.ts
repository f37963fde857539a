/** Code blocks: the verbatim text, and the language that highlighters write into class names. */
import type { Block } from '../markdown/model.ts';
import { attribute, descendants, elements, textContent, type HtmlElement } from './dom.ts';

/**
 * `language-js` (HTML's own convention), `lang-js`, `highlight-source-js` (GitHub), `highlight-js` (Sphinx), `brush:
 * js`.
 */
const LANGUAGE_CLASS =
  /(?:^|\s)(?:language-|lang-|highlight-source-|highlight-(?!source|text)|sourceCode\s+|brush:\s*)([\w+#.-]+)/i;

/** Class values that look like a language but name a highlighter. */
const NO_LANGUAGE = /^(none|text|plain|plaintext|plain-text|default|auto|nohighlight|wrapper|source|notranslate)$/i;

/** Whether an element contains line numbers of code. */
export const isLineNumber = (element: HtmlElement): boolean =>
  /(^|\s)(linenos?|line-?numbers?(-rows)?|linenodiv|gutter|hljs-ln-numbers|lineno)(\s|$)/i.test(
    attribute(element, 'class') ?? '',
  );

export function codeBlock(pre: HtmlElement): Block {
  const text = verbatim(pre).replace(/^\n/, '').trimEnd();
  return { kind: 'code', text, language: codeLanguage(pre) };
}

/**
 * Code as Doxygen writes it: a block for each line, and the tooltips of its names behind them. `null` for any other
 * element.
 */
export function linedCode(element: HtmlElement): Block | null {
  const lines = codeLines(element);
  if (lines.length === 0) return null;
  const text = lines.map((line) => verbatim(line).replace(/[\n\r]/g, ''));
  return { kind: 'code', text: text.join('\n').trimEnd(), language: codeLanguage(element) };
}

/** The lines of {@link linedCode}; none of any other element. */
export function codeLines(element: HtmlElement): HtmlElement[] {
  return hasClass(element, 'fragment') ? elements(element).filter((child) => hasClass(child, 'line')) : [];
}

/** As it is written, with the spaces that a keyboard makes. */
const verbatim = (element: HtmlElement): string => textContent(element, isLineNumber).replace(/\u00a0/g, ' ');

const hasClass = (element: HtmlElement, name: string): boolean =>
  attribute(element, 'class')?.split(/\s+/).includes(name) === true;

function codeLanguage(pre: HtmlElement): string | null {
  const candidates = [pre, ...[...descendants(pre)].slice(0, 3), ...ancestors(pre, 3)];
  for (const element of candidates) {
    const named = attribute(element, 'data-lang') ?? attribute(element, 'data-language');
    const language = named ?? LANGUAGE_CLASS.exec(attribute(element, 'class') ?? '')?.[1];
    if (language && /^[\w+#.-]{1,30}$/.test(language) && !NO_LANGUAGE.test(language)) return language.toLowerCase();
  }
  return null;
}

function ancestors(element: HtmlElement, levels: number): HtmlElement[] {
  const found: HtmlElement[] = [];
  let parent = element.parentNode;
  while (found.length < levels && parent !== null && 'tagName' in parent) {
    found.push(parent);
    parent = parent.parentNode;
  }
  return found;
}
