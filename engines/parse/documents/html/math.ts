/** Equations in a page: MathML and MathJax scripts. */
import { mathLatex as mathmlLatex } from '../formulas/mathml.ts';
import type { XmlElement, XmlNode } from '../xml.ts';
import { attribute, descendants, isElement, isText, textContent, type HtmlElement } from './dom.ts';

/** LaTeX of a `math` element: its TeX annotation, its `alttext`, or its elements. Empty when there is none. */
export function mathLatex(math: HtmlElement): string {
  for (const element of descendants(math)) {
    if (element.tagName === 'annotation' && /tex/i.test(attribute(element, 'encoding') ?? '')) {
      return tidy(textContent(element));
    }
  }
  const isAnnotation = (element: HtmlElement): boolean => element.tagName.startsWith('annotation');
  const stated = attribute(math, 'alttext') ?? mathmlLatex(asXml(math));
  return tidy(stated === '' ? textContent(math, isAnnotation) : stated);
}

/** The element in the form in which the documents of other formats have it. */
function asXml(element: HtmlElement): XmlElement {
  return {
    name: `math:${element.tagName}`,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    children: element.childNodes.flatMap((child): XmlNode[] => {
      if (isElement(child)) return [asXml(child)];
      return isText(child) ? [child.value] : [];
    }),
  };
}

/** LaTeX of a MathJax script (`type="math/tex"`), or `null` for other elements. */
export function scriptLatex(element: HtmlElement): string | null {
  if (element.tagName !== 'script' || !/^math\/tex/i.test(attribute(element, 'type') ?? '')) return null;
  return tidy(textContent(element));
}

/** LaTeX in the alternative text of an equation image (MediaWiki, WordPress), or `null`. */
export function imageLatex(image: HtmlElement): string | null {
  const isEquation = /(^|\s)(mwe-math-fallback-image\S*|latex|tex)(\s|$)/.test(attribute(image, 'class') ?? '');
  return isEquation ? tidy(attribute(image, 'alt') ?? '') || null : null;
}

export function isDisplayMath(element: HtmlElement): boolean {
  return attribute(element, 'display') === 'block' || /mode=display/.test(attribute(element, 'type') ?? '');
}

const tidy = (latex: string): string =>
  latex
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\{\\displaystyle ?(.*)\}$/, '$1')
    .trim();
