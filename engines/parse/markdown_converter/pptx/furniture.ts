/** Heads, feet, dates and numbers of slides, and the text that their layouts and masters show on them. */
import type { Block } from '../../documents/markdown/model.ts';
import { childrenOf, descend, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import { readText } from '../shared/drawingml/text.ts';
import type { FurnitureKind } from '../shared/slide-furniture.ts';
import type { Layout, SlideContext, SlideSize } from './context.ts';
import { nonVisual, placeholderOf, type Placeholder } from './placeholders.ts';
import type { Box } from '../shared/reading-order.ts';
import { boxOf } from './boxes.ts';

const KINDS: ReadonlyMap<string, FurnitureKind> = new Map([
  ['hdr', 'text'],
  ['ftr', 'text'],
  ['dt', 'date'],
  ['sldNum', 'number'],
]);

/** Whether the shape is a head, foot, date or number that is left out. */
export function isOmittedFurniture(
  shape: XmlElement,
  placeholder: Placeholder | null,
  { furniture }: SlideContext,
): boolean {
  const kind = KINDS.get(placeholder?.type ?? '');
  return kind !== undefined && !furniture.shows(kind, textOf(shape));
}

/** The text of the layout and its master that is on the slide and no placeholder. */
export function layoutBlocks(slide: XmlElement, context: SlideContext): Block[] {
  const [layout, master] = context.layouts;
  const showsMaster = showsShapes(layout?.element);
  const sources = showsShapes(slide) ? [layout, showsMaster ? master : undefined] : [];
  return sources.flatMap((source) =>
    source === undefined ? [] : ownTexts(source, context).flatMap((shape) => writtenText(shape, source, context)),
  );
}

const showsShapes = (element: XmlElement | undefined): boolean =>
  !/^(0|false)$/.test(element?.attributes['showMasterSp'] ?? '');

const known = new WeakMap<XmlElement, readonly XmlElement[]>();

/** Cached, since many slides have one layout. */
function ownTexts({ element }: Layout, { size }: SlideContext): readonly XmlElement[] {
  const found =
    known.get(element) ??
    [...walk(descend(element, 'p:cSld', 'p:spTree'), ({ name }) => name !== 'mc:Fallback')].filter((shape) => {
      if (shape.name !== 'p:sp' || placeholderOf(shape) !== null) return false;
      if (descend(nonVisual(shape), 'p:cNvPr')?.attributes['hidden'] === '1') return false;
      // Templates have instructions beside the slide.
      const box = boxOf(descend(shape, 'p:spPr', 'a:xfrm'));
      return box === null || size === null || isOn(box, size);
    });
  known.set(element, found);
  return found;
}

const isOn = (box: Box, { width, height }: SlideSize): boolean =>
  box.left < width && box.top < height && box.right >= 0 && box.bottom >= 0;

function writtenText(shape: XmlElement, { relationships }: Layout, { furniture }: SlideContext): Block[] {
  const body = descend(shape, 'p:txBody');
  const words = childrenOf(body, 'a:p').map(textOf).join(' ').trim();
  return words !== '' && furniture.shows('text', words) ? readText(body, { relationships, styles: [] }) : [];
}
