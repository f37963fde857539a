/** Pictures that are drawings of one picture, as programs make the covers of books: `<svg><image href="cover.jpg"/></svg>`. */
import { defaultTreeAdapter, html } from 'parse5';
import { attribute, descendants, textContent, type HtmlElement, type HtmlParent } from '../../documents/html/dom.ts';

/** Replaces each by the picture itself. */
export function showDrawnPictures(tree: HtmlParent): void {
  const drawings = [...descendants(tree)].filter(({ tagName }) => tagName === 'svg');
  const parts = new Set<HtmlElement>();
  for (const drawing of drawings) {
    if (parts.has(drawing)) continue;
    const inner = [...descendants(drawing)];
    for (const element of inner) if (element.tagName === 'svg') parts.add(element);
    const [picture, ...others] = inner.filter(({ tagName }) => tagName === 'image');
    const src = picture === undefined ? null : attribute(picture, 'href');
    if (src === null || others.length > 0) continue;
    const image = defaultTreeAdapter.createElement('img', html.NS.HTML, [
      { name: 'src', value: src },
      { name: 'alt', value: titleOf(inner) },
    ]);
    defaultTreeAdapter.insertBefore(drawing.parentNode ?? tree, image, drawing);
    defaultTreeAdapter.detachNode(drawing);
  }
}

function titleOf(elements: readonly HtmlElement[]): string {
  const title = elements.find(({ tagName }) => tagName === 'title');
  return title === undefined ? '' : textContent(title).trim();
}
