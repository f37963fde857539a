/** Code blocks: the verbatim text, and the language that highlighters write into class names. */
import type { Block } from '../markdown/model.ts';
import { attribute, descendants, textContent, type HtmlElement } from './dom.ts';

/** `language-js` (HTML's own convention), `lang-js`, `highlight-source-js` (GitHub), `highlight-js` (Sphinx), `brush: js`. */
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
  const text = textContent(pre, isLineNumber)
    .replace(/\u00a0/g, ' ')
    .replace(/^\n/, '')
    .trimEnd();
  return { kind: 'code', text, language: codeLanguage(pre) };
}

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
