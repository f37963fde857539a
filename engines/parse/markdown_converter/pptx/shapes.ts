/** The shapes of a slide in reading order, with groups flattened. */
import { alternative } from '../shared/ooxml/alternative.ts';
import { childrenOf, descend, type XmlElement } from '../../documents/xml.ts';
import type { SlideContext } from './context.ts';
import { boxOf } from './boxes.ts';
import { isOmittedFurniture } from './furniture.ts';
import {
  inheritedShapes,
  isTitle,
  nonVisual,
  placeholderOf,
  shapeDescription,
  type Placeholder,
} from './placeholders.ts';
import { readingOrder, type Placed } from '../shared/reading-order.ts';

export interface Shape {
  readonly element: XmlElement;
  readonly placeholder: Placeholder | null;
}

/** A shape, or the shapes of a group, which stay together. */
interface PlacedShapes extends Placed {
  readonly shapes: readonly Shape[];
}

const SHAPES = /^p:(sp|pic|graphicFrame|cxnSp|contentPart)$/;

/** Title first. Omits hidden shapes, and heads and feet, unless the options keep them. */
export function shapesOf(slide: XmlElement, context: SlideContext): Shape[] {
  const shapes = orderedShapes(descend(slide, 'p:cSld', 'p:spTree'), context);
  const title = (shape: Shape): boolean => isTitle(shape.placeholder);
  return [...shapes.filter(title), ...shapes.filter((shape) => !title(shape))];
}

function orderedShapes(tree: XmlElement | undefined, context: SlideContext): Shape[] {
  return readingOrder(placedShapes(tree, context)).flatMap(({ shapes }) => shapes);
}

function placedShapes(tree: XmlElement | undefined, context: SlideContext): PlacedShapes[] {
  return childrenOf(tree).flatMap((child) => {
    if (child.name === 'mc:AlternateContent') {
      return placedShapes(alternative(child), context);
    }
    if (descend(nonVisual(child), 'p:cNvPr')?.attributes['hidden'] === '1' && !context.options.hidden) {
      context.omissions.hide('shapes');
      return [];
    }
    if (child.name === 'p:grpSp') {
      const inside = orderedShapes(child, context);
      const shapes = shapeDescription(child) === '' ? inside : [{ element: child, placeholder: null }, ...inside];
      return shapes.length === 0 ? [] : [{ shapes, box: boxOf(descend(child, 'p:grpSpPr', 'a:xfrm')) }];
    }
    if (!SHAPES.test(child.name) || isBlank(child)) return [];
    const placeholder = placeholderOf(child);
    if (isOmittedFurniture(child, placeholder, context)) return [];
    const box = [child, ...inheritedShapes(placeholder, context.layouts)]
      .map((shape) => boxOf(descend(shape, 'p:spPr', 'a:xfrm') ?? descend(shape, 'p:xfrm')))
      .find((found) => found !== null);
    return [{ shapes: [{ element: child, placeholder }], box: box ?? null }];
  });
}

/** Lines and areas without words have no content but would disturb the reading order. */
function isBlank(shape: XmlElement): boolean {
  if (shapeDescription(shape) !== '') return false;
  if (shape.name === 'p:cxnSp') return true;
  if (shape.name !== 'p:sp') return false;
  const paragraphs = childrenOf(descend(shape, 'p:txBody'), 'a:p');
  return !paragraphs.some((paragraph) =>
    childrenOf(paragraph).some(({ name }) => !/^a:(pPr|endParaRPr|br)$/.test(name)),
  );
}
